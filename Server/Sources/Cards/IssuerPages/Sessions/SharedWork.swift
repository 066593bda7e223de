import ChaveBase

/// Work that several requests of a browser may wait for, and that is done once.
///
/// Whoever asks while it is under way has its outcome, and so has whoever asks a moment after it. It goes on where the one
/// who asked first has gone: a browser that reloads has left its first request, and not what that one began.
actor SharedWork<Key: Hashable & Sendable, Outcome: Sendable> {
    private struct Entry {
        let task: Task<Outcome, Never>
        /// Which one of all it is: a key may be begun anew while who asked before still waits.
        let number: UInt64
        /// `nil` while it is under way.
        var keptUntil: Timestamp?

        func isKept(at time: Timestamp) -> Bool { keptUntil.map { time < $0 } ?? true }
    }

    private var entries: [Key: Entry] = [:]
    private var begun: UInt64 = 0
    private let keptSeconds: Int64
    private let most: Int
    private let now: @Sendable () -> Timestamp

    /// An outcome is there for so many seconds after the work; with none the next one who asks begins anew.
    ///
    /// So many are known at a time. Past them the oldest outcome is forgotten, or where all are under way the oldest of
    /// those: whoever waits for it has its outcome all the same.
    init(keptSeconds: Int64, most: Int = 1_000, now: @escaping @Sendable () -> Timestamp) {
        self.keptSeconds = keptSeconds
        self.most = most
        self.now = now
    }

    /// How many are known.
    var count: Int { entries.count }

    /// `begin` is asked where nothing is known of the key; it gives what is to be done, or `nil` where there is nothing.
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
