import Synchronization

/// The values that all lanes of a run share: the clock, the stop, and the payments' unique keys.
final class RunControl: Sendable {
    let clock = LoadClock()
    private let run: String
    private let payments = Atomic<UInt64>(0)
    private let stopped = Mutex<Int64?>(nil)
    private let cut = Atomic<Bool>(false)

    /// Makes the control; `run` is in every payment's `external_id`.
    init(run: String) { self.run = run }

    /// A key that no other payment has.
    func nextKey() -> String { "\(run)-\(payments.add(1, ordering: .relaxed).newValue)" }

    /// Stops the run: no payment begins from now on; only the first call counts.
    func stop() { stopped.withLock { $0 = $0 ?? clock.now } }

    var stoppedAt: Int64? { stopped.withLock { $0 } }
    var isStopped: Bool { stoppedAt != nil }

    /// Aborts the payments in progress.
    func cutOff() { cut.store(true, ordering: .relaxed) }
    var isCut: Bool { cut.load(ordering: .relaxed) }
}
