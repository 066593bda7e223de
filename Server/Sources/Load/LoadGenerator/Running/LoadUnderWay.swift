/// A run that pays: can be watched, ended, and waited for.
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

    /// Begins no more payments; what is under way has two seconds.
    public func stop() { control.stop() }

    /// Where it stands.
    public var progress: LoadProgress {
        let all = lanes.map { $0.tally.all }
        return LoadProgress(
            elapsed: Double(control.clock.now) / 1e9,
            succeeded: all.reduce(0) { $0 + $1.succeeded },
            failed: all.reduce(0) { $0 + $1.failed }
        )
    }

    /// Pays until it is over, and says what was measured.
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

    /// When measuring ended, or is to.
    private var end: Int64 { min(control.stoppedAt ?? plan.span.end, plan.span.end) }

    private func payAll() async {
        await withTaskGroup(of: Void.self) { group in
            for (lane, devices) in zip(lanes, devices.byLane) {
                group.addTask { await lane.run(self.plan, devices, self.control) }
            }
        }
    }

    /// Takes the processor's time while it measures, and gives up what is under way for too long.
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
        // All is paid; measuring may have ended between two looks.
        watch.look(at: control.clock.now, from: plan.span.warmUp, to: end)
        return watch
    }
}

/// The processor's time between two moments, as far as somebody looked.
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
