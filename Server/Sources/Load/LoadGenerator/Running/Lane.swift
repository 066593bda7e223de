import ChaveTransport
import NIOCore

/// One thread of the generator: its loop, its connections, its devices, its part of the schedule.
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

    /// Everything that happens on this lane, until nothing is under way any more.
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

    /// Makes payments due when the schedule says so, whatever became of those before.
    private func dispatch(_ schedule: ArrivalSchedule, _ span: LoadSpan, _ control: RunControl) async {
        var number = 0
        while let due = schedule.due(number, before: span.end) {
            await sleep(until: due, control)
            guard !control.isStopped else { break }
            let late = control.clock.now - due
            tally.change { $0.recordLateness(late, of: due) }
            arrivals.add(due)
            number += 1
            // A schedule that is behind must leave the thread to the answers.
            await Task.yield()
        }
        // Who ends a run wants nothing more begun; what was due and was not is counted.
        if control.isStopped { abandon(at: control.clock.now, control) } else { arrivals.close() }
    }

    /// A device that takes what is due.
    private func serve(_ device: LoadDevice, _ control: RunControl) async {
        while let arrival = await arrivals.take() {
            let trace = await pay(device, arrival.due, control)
            tally.change { $0.record(trace, waitedForDevice: arrival.waited, stoppedAt: control.stoppedAt) }
        }
    }

    /// In steps, so that a run that is ended does not wait for the next payment.
    private func sleep(until due: Int64, _ control: RunControl) async {
        while !control.isStopped, control.clock.now < due {
            let step = min(due, control.clock.now + 100_000_000)
            await withCheckedContinuation { continuation in
                loop.scheduleTask(deadline: control.clock.deadline(step)) { continuation.resume() }
            }
        }
    }

    // MARK: The closed loop

    /// A device that pays again as soon as it has paid.
    private func payOn(_ device: LoadDevice, _ span: LoadSpan, _ control: RunControl) async {
        while !control.isStopped, !Task.isCancelled, control.clock.now < span.end {
            let trace = await pay(device, control.clock.now, control)
            tally.change { $0.record(trace, stoppedAt: control.stoppedAt) }
            // A server that refuses at once would be asked in a circle.
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

    /// Counts what no device has begun.
    func abandon(at moment: Int64, _ control: RunControl) {
        for due in arrivals.abandon() {
            var trace = PaymentTrace(due: due, began: moment)
            trace.failure = PaymentFailure(.unfinished, "not_begun")
            tally.change { $0.record(trace, waitedForDevice: true, stoppedAt: control.stoppedAt) }
        }
    }
}
