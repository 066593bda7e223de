extension PostgresConnection {
    /// Serves a transaction's commands until the transaction is over.
    ///
    /// When the deadline passes first, the connection's end rolls the transaction back.
    func serve(_ channel: TransactionChannel, until end: Instant) {
        var course = TransactionCourse(opening: limited(channel.opening))
        while let command = channel.next(until: end) {
            switch command.kind {
            case .run(let batch): command.answer(course.run(batch, on: self, until: end))
            case .commit(let batch):
                command.answer(course.commit(batch, on: self, until: end))
                return channel.end(TransactionCourse.over)
            case .rollback:
                course.undo(on: self, until: end)
                command.answer(.success([]))
                return channel.end(TransactionCourse.over)
            }
        }
        channel.end(PostgresError(.deadlinePassed, explanation: "the transaction was open for too long"))
    }
}

/// The progress of one transaction.
struct TransactionCourse {
    typealias Answer = Result<[PostgresRows], PostgresError>

    static let over = PostgresError(.statementWrong, explanation: "the transaction is over")

    /// The statements ahead of the caller's first one; a `BEGIN` comes first.
    private let opening: [PostgresStatement]
    private var isBegun = false
    private var failure: PostgresError?

    init(opening: [PostgresStatement]) { self.opening = opening }

    mutating func run(
        _ batch: PostgresBatch,
        on connection: PostgresConnection,
        until end: ContinuousClock.Instant
    ) -> Answer {
        if let failure { return .failure(failure) }
        // Nothing is committed yet, so a lost answer leaves nothing in doubt.
        return send(batch.statements, .reads, on: connection, until: end)
    }

    mutating func commit(
        _ batch: PostgresBatch,
        on connection: PostgresConnection,
        until end: ContinuousClock.Instant
    ) -> Answer {
        if let failure {
            undo(on: connection, until: end)
            return .failure(failure)
        }
        guard isBegun || !batch.statements.isEmpty else { return .success([]) }
        let answer = send(batch.statements + [PostgresStatement("COMMIT")], .writes, on: connection, until: end)
        if case .failure(var error) = answer {
            undo(on: connection, until: end)
            // A session that ends while its commit waits for a standby is committed all the same. A server that crashed
            // may find its written commit again in recovery.
            let isAtCommit = error.statement == batch.statements.count
            let isOver = error.kind == .serverShutDown || connection.isSessionOver
            if isOver, isAtCommit { error.isOutcomeUnknown = true }
            return .failure(error)
        }
        return answer.map { Array($0.dropLast()) }
    }

    /// Rolls the transaction back; a connection that ended has already done so.
    func undo(on connection: PostgresConnection, until end: ContinuousClock.Instant) {
        guard isBegun, !connection.library.isBroken, !connection.mustEnd else { return }
        connection.mustEnd = (try? connection.run(.init(.reads, [PostgresStatement("ROLLBACK")]), until: end)) == nil
    }

    /// Sends statements, with the opening before the first of them; error indexes do not count the opening.
    private mutating func send(
        _ statements: [PostgresStatement],
        _ effect: PostgresBatch.Effect,
        on connection: PostgresConnection,
        until end: ContinuousClock.Instant
    ) -> Answer {
        let added = isBegun ? 0 : opening.count
        let whole = PostgresBatch(effect, (isBegun ? [] : opening) + statements)
        if let refusal = whole.refusal {
            // Nothing of the batch was sent. The commit must not treat the earlier statements as the whole transaction.
            let failure = refusal.moved(by: -added)
            self.failure = failure
            return .failure(failure)
        }
        isBegun = true
        do {
            return .success(Array(try connection.run(whole, until: end).dropFirst(added)))
        } catch {
            // The server may not have closed a session that it ended; this client sends nothing more to it.
            connection.mustEnd = connection.mustEnd || error.kind.endsConnection || connection.isSessionOver
            let failure = error.moved(by: -added)
            self.failure = failure
            return .failure(failure)
        }
    }
}

extension PostgresError {
    /// The same error with its statement index moved by `distance`.
    func moved(by distance: Int) -> PostgresError {
        var moved = self
        moved.statement = statement.map { max(0, $0 + distance) }
        return moved
    }
}
