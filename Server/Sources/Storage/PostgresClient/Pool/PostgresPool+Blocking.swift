extension PostgresPool {
    /// How a transaction begins when nothing else is said.
    public static let begin = [PostgresStatement("BEGIN ISOLATION LEVEL READ COMMITTED")]

    /// Runs `body` in a transaction of its own, on the thread of a connection, where it may wait for each answer.
    ///
    /// It is undone when `body` throws. Otherwise it is committed, or, when it only `reads`, ended without a word about it.
    /// `opening` goes ahead of the first statement, in the same round trip, and begins with a `BEGIN`. `body` holds the
    /// connection all the while; a task's cancellation does not reach it.
    ///
    /// - Throws: whatever `body` throws, or a ``PostgresError`` whose ``PostgresError/isOutcomeUnknown`` is set when the
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
            // Whoever asked need not wait for the end of what only read or failed.
            session.undo()
        } fail: { error in
            answer.give(.failure(error))
        }
        submit(.thread(work), within: time)
        return try await answer.taken().get()
    }
}
