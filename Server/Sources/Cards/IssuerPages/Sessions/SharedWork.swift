import ChaveBase

/// Work that is done once and whose outcome several requests of a browser share.
///
/// A caller that asks during the work, or shortly after it, gets the same outcome. The work goes on when its first
/// caller leaves: a browser that reloads drops its first request, but not the work.
actor SharedWork<Key: Hashable & Sendable, Outcome: Sendable> {
    private struct Entry {
        let task: Task<Outcome, Never>
        /// The entry's number: the same key may begin anew while callers of the older entry still wait.
        let number: UInt64
        /// The time until which the outcome is kept; `nil` while the work runs.
        var keptUntil: Timestamp?

        func isKept(at time: Timestamp) -> Bool { keptUntil.map { time < $0 } ?? true }
    }

    private var entries: [Key: Entry] = [:]
    private var begun: UInt64 = 0
    private let keptSeconds: Int64
    private let most: Int
    private let now: @Sendable () -> Timestamp

    /// Keeps an outcome for `keptSeconds` after the work; with 0 the next caller begins anew.
    ///
    /// At most `most` entries are kept. Past that limit the oldest finished entry goes, or the oldest of all when none
    /// is finished. The callers that wait for a removed entry still get its outcome.
    init(keptSeconds: Int64, most: Int = 1_000, now: @escaping @Sendable () -> Timestamp) {
        self.keptSeconds = keptSeconds
        self.most = most
        self.now = now
    }

    /// The number of entries.
    var count: Int { entries.count }

    /// The outcome of a key's work; `begin` is called for an unknown key, and returns `nil` when there is no work.
    func outcome(of key: Key, begin: @Sendable () -> (@Sendable () async -> Outcome)?) async -> Outcome? {
        if let entry = entries[key], entry.isKept(at: now()) { return await entry.task.value }
        guard let work = begin() else { return nil }
        makeRoom()
        begun &+= 1
        let number = begun
        let task = Task { await work() }
        entries[key] = Entry(task: task, number: number, keptUntil: nil)
        let outcome = await task.value
        if entries[key]?.number == number { entries[key]?.keptUntil = now().adding(seconds: keptSeconds) }
        return outcome
    }

    private func makeRoom() {
        let time = now()
        entries = entries.filter { $0.value.isKept(at: time) }
        guard entries.count >= most else { return }
        let done = entries.filter { $0.value.keptUntil != nil }
        let oldest = (done.isEmpty ? entries : done).min { $0.value.number < $1.value.number }
        if let oldest { entries[oldest.key] = nil }
    }
}
