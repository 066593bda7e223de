import ChavePixModel

/// Work that several requests of a browser may wait for, and that is done once.
///
/// Whoever asks while it is under way has its outcome, and so has whoever asks a moment after it. It goes on where the one
/// who asked first has gone: a browser that reloads has left its first request, and not what that one began.
actor SharedWork<Key: Hashable & Sendable, Outcome: Sendable> {
    private struct Entry {
        let task: Task<Outcome, Never>
        /// `nil` while it is under way.
        var keptUntil: Timestamp?
    }

    private var entries: [Key: Entry] = [:]
    private let keptSeconds: Int64
    private let now: @Sendable () -> Timestamp

    /// An outcome is there for so many seconds after the work; with none the next one who asks begins anew.
    init(keptSeconds: Int64, now: @escaping @Sendable () -> Timestamp) {
        self.keptSeconds = keptSeconds
        self.now = now
    }

    /// `begin` is asked where nothing is known of the key; it gives what is to be done, or `nil` where there is nothing.
    func outcome(of key: Key, begin: @Sendable () -> (@Sendable () async -> Outcome)?) async -> Outcome? {
        let time = now()
        entries = entries.filter { $0.value.keptUntil.map { time < $0 } ?? true }
        if let entry = entries[key] { return await entry.task.value }
        guard let work = begin() else { return nil }
        let task = Task { await work() }
        entries[key] = Entry(task: task, keptUntil: nil)
        let outcome = await task.value
        entries[key]?.keptUntil = now().adding(seconds: keptSeconds)
        return outcome
    }
}
