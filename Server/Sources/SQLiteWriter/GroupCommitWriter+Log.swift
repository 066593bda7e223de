extension GroupCommitWriter {
    /// How long readers are waited for, and with them all writing.
    private static let patienceMilliseconds: Int32 = 500

    /// Moves everything out of the write-ahead log and cuts it to nothing, so that it keeps no older page.
    ///
    /// It takes its turn among the writes. `false` when a reader still needs the log.
    public func emptyLog() async throws -> Bool {
        let usual = Int32(clamping: busyTimeoutMilliseconds)
        return try await maintain { database in
            try Checkpointing.emptyLog(of: database, patience: Self.patienceMilliseconds, usual: usual)
        }
    }
}
