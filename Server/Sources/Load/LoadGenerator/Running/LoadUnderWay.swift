import Foundation

/// A run that pays: a caller can watch it, stop it, and wait for its result.
public final class LoadUnderWay: Sendable {
    private let plan: LoadPlan
    private let lanes: [Lane]
    private let devices: LoadDevices
    private let control: RunControl

    init(_ plan: LoadPlan, _ lanes: [Lane], _ devices: LoadDevices, _ control: RunControl) {
        self.plan = plan
        self.lanes = lanes
        self.devices = devices
        self.control = control
    }

    /// Begins no more payments; those in progress have at most two seconds.
    public func stop() { control.stop() }

    /// The progress of the run.
    public var progress: LoadProgress {
        let all = lanes.map { $0.tally.all }
        return LoadProgress(
            elapsed: Double(control.clock.now) / 1e9,
            succeeded: all.reduce(0) { $0 + $1.succeeded },
            failed: all.reduce(0) { $0 + $1.failed }
        )
    }

    /// Pays until the run is over, and returns its result.
    public func result() async -> LoadResult {
        let watch = await withTaskGroup(of: ProcessorWatch?.self) { tasks in
            tasks.addTask { await self.watch() }
            tasks.addTask {
                await self.payAll()
                return nil
            }
            var watch: ProcessorWatch?
            for await ended in tasks {
                if let ended { watch = ended }
                tasks.cancelAll()
            }
            return watch
        }
        var tally = Tally(span: plan.span)
        for lane in lanes { tally.add(lane.tally.current) }
        return LoadResult(
            plan: plan,
            tally: tally,
            seconds: plan.span.measuredSeconds(endedAt: end),
            isInterrupted: control.isStopped,
            processorSeconds: watch?.seconds ?? 0
        )
    }

    /// The time at which the measurement ended, or will end.
    private var end: Int64 { min(control.stoppedAt ?? plan.span.end, plan.span.end) }

    private func payAll() async {
        await withTaskGroup(of: Void.self) { group in
            for (lane, devices) in zip(lanes, devices.byLane) {
                group.addTask { await lane.run(self.plan, devices, self.control) }
            }
        }
    }

    /// Reads the processor time during the measurement, and aborts payments that take too long at the end.
    private func watch() async -> ProcessorWatch {
        var watch = ProcessorWatch()
        while (try? await Task.sleep(for: .milliseconds(20))) != nil {
            let now = control.clock.now
            watch.look(at: now, from: plan.span.warmUp, to: end)
            let patience = control.isStopped ? min(2, plan.drainSeconds) : plan.drainSeconds
            guard now > end + Int64(patience * 1e9) else { continue }
            control.cutOff()
            for lane in lanes { lane.abandon(at: now, control) }
            return watch
        }
        // All payments have ended; the measurement may have ended between two looks.
        watch.look(at: control.clock.now, from: plan.span.warmUp, to: end)
        return watch
    }
}

/// The processor time between two moments, as far as it was read.
private struct ProcessorWatch: Sendable {
    private var first: Double?
    private var last: Double?

    mutating func look(at now: Int64, from begin: Int64, to end: Int64) {
        guard now >= begin else { return }
        if first == nil { first = ProcessorTime.seconds }
        // The first look after the end is the last that counts.
        if !isOver { last = ProcessorTime.seconds }
        if now >= end { isOver = true }
    }

    private var isOver = false

    var seconds: Double { max(0, (last ?? 0) - (first ?? 0)) }
}

/// The progress of a run, for a line that a user watches.
public struct LoadProgress: Hashable, Sendable {
    /// The time since the run began, in seconds.
    public var elapsed: Double
    /// The payments that reached SUCCEEDED so far, including the warm-up's.
    public var succeeded: Int
    /// The payments that ended otherwise.
    public var failed: Int

    /// The progress as text, such as `  12 s   998.5 / s   11,982 SUCCEEDED   0 failed`, with the rate since `earlier`.
    public func line(since earlier: LoadProgress?) -> String {
        let span = elapsed - (earlier?.elapsed ?? 0)
        let rate = span > 0 ? Double(succeeded - (earlier?.succeeded ?? 0)) / span : 0
        return """
            \(Figures.number(elapsed, decimals: 0)) s   \(Figures.number(rate, decimals: 1)) / s   \
            \(Figures.count(succeeded)) SUCCEEDED   \(Figures.count(failed)) failed
            """
    }
}

/// The processor time of this process on all cores.
enum ProcessorTime {
    /// The processor time since the process began, in seconds.
    static var seconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
