import Synchronization

/// What all lanes of a run share: its clock, whether it is to end, and the payments' own keys.
final class RunControl: Sendable {
    let clock = LoadClock()
    private let run: String
    private let payments = Atomic<UInt64>(0)
    private let stopped = Mutex<Int64?>(nil)
    private let cut = Atomic<Bool>(false)

    /// `run` is in every payment's `external_id`.
    init(run: String) { self.run = run }

    /// A key that no other payment has.
    func nextKey() -> String { "\(run)-\(payments.add(1, ordering: .relaxed).newValue)" }

    /// No payment begins from now on; the first word counts.
    func stop() { stopped.withLock { $0 = $0 ?? clock.now } }

    var stoppedAt: Int64? { stopped.withLock { $0 } }
    var isStopped: Bool { stoppedAt != nil }

    /// What is under way is given up.
    func cutOff() { cut.store(true, ordering: .relaxed) }
    var isCut: Bool { cut.load(ordering: .relaxed) }
}
