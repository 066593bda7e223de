import Synchronization

extension GroupCommitWriter {
    /// How long readers are waited for, and with them all writing: whoever needs it asks again.
    private static let patienceMilliseconds: Int32 = 20

    /// Moves everything out of the write-ahead log and cuts it to nothing, so that it keeps no older page.
    ///
    /// It takes its turn among the writes; who asks while another one waits for its turn shares it. `false` when a reader still
    /// needs the log.
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
            // One that was refused has not begun.
            self.emptying.withLock { $0 = $0 == emptying ? nil : $0 }
            throw error
        }
    }
}
