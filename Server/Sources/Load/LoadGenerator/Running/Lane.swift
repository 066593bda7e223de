import ChaveTransport
import NIOCore
import Synchronization

/// One thread of the generator, with its loop, its connections, its devices and its part of the schedule.
struct Lane: Sendable {
    let number: Int
    let loop: any EventLoop
    let executor: LoopExecutor
    let transport: KeepAliveTransport
    let arrivals = Arrivals()
    let tally: LaneTally

    init(number: Int, loop: any EventLoop, span: LoadSpan) {
        self.number = number
        self.loop = loop
        executor = LoopExecutor(loop)
        transport = KeepAliveTransport(on: loop)
        tally = LaneTally(span: span)
    }

    /// Runs everything on this lane until all its work has ended.
    func run(_ plan: LoadPlan, _ devices: [LoadDevice], _ control: RunControl) async {
        await withTaskGroup(of: Void.self) { group in
            switch plan.pace {
            case .rate(let rate):
                let schedule = ArrivalSchedule(perSecond: rate, lane: number, lanes: plan.threads)
                group.addTask(executorPreference: executor) { await dispatch(schedule, plan.span, control) }
                for device in devices {
                    group.addTask(executorPreference: executor) { await serve(device, control) }
                }
            case .flatOut:
                for device in devices {
                    group.addTask(executorPreference: executor) { await payOn(device, plan.span, control) }
                }
            }
        }
    }

    // MARK: The open loop

    /// Makes payments due by the schedule, whatever the outcome of earlier ones.
    private func dispatch(_ schedule: ArrivalSchedule, _ span: LoadSpan, _ control: RunControl) async {
        var number = 0
        while let due = schedule.due(number, before: span.end) {
            await sleep(until: due, control)
            guard !control.isStopped else { break }
            let late = control.clock.now - due
            tally.change { $0.recordLateness(late, of: due) }
            arrivals.add(due)
            number += 1
            // When the schedule is behind, the answers still need the thread.
            await Task.yield()
        }
        // After a stop no payment may begin; due payments that did not begin are counted.
        if control.isStopped { abandon(at: control.clock.now, control) } else { arrivals.close() }
    }

    /// Runs a device that takes due payments.
    private func serve(_ device: LoadDevice, _ control: RunControl) async {
        while let arrival = await arrivals.take() {
            let trace = await pay(device, arrival.due, control)
            tally.change { $0.record(trace, waitedForDevice: arrival.waited, stoppedAt: control.stoppedAt) }
        }
    }

    /// Sleeps in steps, so that a stopped run does not wait for the next payment.
    private func sleep(until due: Int64, _ control: RunControl) async {
        while !control.isStopped, control.clock.now < due {
            let step = min(due, control.clock.now + 100_000_000)
            await withCheckedContinuation { continuation in
                loop.scheduleTask(deadline: control.clock.deadline(step)) { continuation.resume() }
            }
        }
    }

    // MARK: The closed loop

    /// Runs a device that pays again as soon as it has paid.
    private func payOn(_ device: LoadDevice, _ span: LoadSpan, _ control: RunControl) async {
        while !control.isStopped, !Task.isCancelled, control.clock.now < span.end {
            let trace = await pay(device, control.clock.now, control)
            tally.change { $0.record(trace, stoppedAt: control.stoppedAt) }
            // The pause prevents a busy loop against a server that refuses at once.
            if trace.failure != nil { try? await Task.sleep(for: .milliseconds(10)) }
        }
    }

    // MARK: Both

    private func pay(_ device: LoadDevice, _ due: Int64, _ control: RunControl) async -> PaymentTrace {
        var trace = await device.pay(due: due, key: control.nextKey(), clock: control.clock)
        if control.isCut, trace.failure?.code == TransportError.Kind.cancelled.rawValue {
            trace.failure = PaymentFailure(.unfinished, trace.failure?.stage.rawValue ?? "")
        }
        return trace
    }

    /// Counts the payments that no device has begun.
    func abandon(at moment: Int64, _ control: RunControl) {
        for due in arrivals.abandon() {
            var trace = PaymentTrace(due: due, began: moment)
            trace.failure = PaymentFailure(.unfinished, "not_begun")
            tally.change { $0.record(trace, waitedForDevice: true, stoppedAt: control.stoppedAt) }
        }
    }
}

/// A lane's counts, which other threads read while the lane runs.
final class LaneTally: Sendable {
    private let tally: Mutex<Tally>

    init(span: LoadSpan) { tally = Mutex(Tally(span: span)) }

    var current: Tally { tally.withLock { $0 } }
    var all: Tally.All { tally.withLock { $0.all } }

    func change(_ body: (inout Tally) -> Void) { tally.withLock { body(&$0) } }
}
