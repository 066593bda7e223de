import Synchronization

extension GroupCommitWriter {
    /// The maximum wait for readers, during which all writing waits too; a caller that needs more asks again.
    private static let patienceMilliseconds: Int32 = 20

    /// Moves everything out of the write-ahead log and truncates the log, so that it keeps no older page.
    ///
    /// It waits for its turn among the writes; callers that come during the wait share one turn. `false` when a reader
    /// still needs the log.
    public func emptyLog() async throws -> Bool {
        let usual = Int32(clamping: busyTimeoutMilliseconds)
        let emptying = emptying.withLock { emptying in
            if let emptying { return emptying }
            let task = Task { [self] in
                try await betweenTransactions { [self] database in
                    self.emptying.withLock { $0 = nil }
                    return try Checkpointing.emptyLog(
                        of: database,
                        patience: Self.patienceMilliseconds,
                        usual: usual
                    )
                }
            }
            emptying = task
            return task
        }
        do {
            return try await emptying.value
        } catch {
            // A refused emptying has not begun.
            self.emptying.withLock { $0 = $0 == emptying ? nil : $0 }
            throw error
        }
    }
}
