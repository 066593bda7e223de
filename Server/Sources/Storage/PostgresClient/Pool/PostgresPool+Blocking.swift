extension PostgresPool {
    /// The default opening of a transaction.
    public static let begin = [PostgresStatement("BEGIN ISOLATION LEVEL READ COMMITTED")]

    /// Runs `body` in a transaction, on a connection's thread, where it may block for each answer.
    ///
    /// When `body` throws, the transaction is rolled back. Otherwise a transaction that writes is committed; one that
    /// only reads is rolled back, and the caller does not wait for that. `opening` goes ahead of the first statement,
    /// in the same round trip, and starts with a `BEGIN`. `body` holds the connection the whole time; a task's
    /// cancellation does not reach it.
    ///
    /// - Throws: the error of `body`, or a ``PostgresError`` whose ``PostgresError/isOutcomeUnknown`` is set when the
    ///   commit's answer did not come.
    public func blockingTransaction<Value: Sendable>(
        _ effect: PostgresBatch.Effect,
        opening: [PostgresStatement] = PostgresPool.begin,
        within time: Duration? = nil,
        _ body: @escaping @Sendable (PostgresSession) throws -> Value
    ) async throws -> Value {
        let answer = Handover<Result<Value, any Error>>()
        let work = ThreadWork { connection, end in
            let session = PostgresSession(on: connection, opening: opening, until: end)
            answer.give(
                Result {
                    let value = try body(session)
                    if effect == .writes { try session.commit() }
                    return value
                }
            )
            // The caller need not wait for the end of a transaction that only read or that failed.
            session.undo()
        } fail: { error in
            answer.give(.failure(error))
        }
        submit(.thread(work), within: time)
        return try await answer.taken().get()
    }
}
