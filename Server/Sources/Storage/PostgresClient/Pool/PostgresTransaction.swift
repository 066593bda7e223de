import Synchronization

/// An open transaction, for the body of ``PostgresPool/transaction(opening:within:_:)``.
public final class PostgresTransaction: Sendable {
    private let channel: TransactionChannel
    private let over = Mutex(false)

    init(_ channel: TransactionChannel) { self.channel = channel }

    /// Whether the transaction was committed or rolled back.
    var isOver: Bool { over.withLock { $0 } }

    /// Runs statements in one round trip and leaves the transaction open.
    ///
    /// After an error nothing of the transaction is committed, and everything that follows fails with the same error.
    public func run(_ statements: [PostgresStatement]) async throws(PostgresError) -> [PostgresRows] {
        try await ask(.run(PostgresBatch(.reads, statements)))
    }

    /// Runs statements and commits, in one round trip; the transaction is over then.
    ///
    /// - Throws: an error whose ``PostgresError/isOutcomeUnknown`` is set when the commit's answer did not come.
    public func commit(_ batch: PostgresBatch) async throws(PostgresError) -> [PostgresRows] {
        over.withLock { $0 = true }
        return try await ask(.commit(batch))
    }

    func rollback() async {
        let isFirst = over.withLock { isOver in
            defer { isOver = true }
            return !isOver
        }
        guard isFirst else { return }
        // A rollback fails when the transaction has ended by itself; nothing is open then.
        _ = try? await ask(.rollback)
    }

    private func ask(_ kind: TransactionChannel.Command.Kind) async throws(PostgresError) -> [PostgresRows] {
        let answer = Handover<Result<[PostgresRows], PostgresError>>()
        channel.add(TransactionChannel.Command(kind: kind) { answer.give($0) })
        return try await answer.taken().get()
    }
}
