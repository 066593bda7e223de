import GRDB

/// The one thread's work: takes what is waiting, runs it in one transaction, syncs, answers.
struct WriteLoop {
    let queue: JobQueue
    let health: WriterHealth
    let maximumBatch: Int
    /// Whether what was written ends in the database file alone: the log keeps what has been overwritten since.
    let emptiesLogAtEnd: Bool

    /// Returns when the queue is closed and drained.
    func run(on database: Database) throws {
        let statements = try TransactionStatements(database)
        while let batch = queue.next(limit: maximumBatch) {
            if let refusal = health.refusal {
                for job in batch { job.fail(refusal) }
            } else {
                answer(batch, store(batch, in: database, with: statements))
            }
        }
        guard emptiesLogAtEnd, health.isHealthy else { return }
        // It may fail: then the next start finds the log, as after a crash. After a failed sync nobody may move the log
        // again, so the process ends here.
        do {
            try database.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
        } catch {
            health.note(error)
        }
    }

    /// What became of a batch.
    private enum BatchOutcome {
        /// Stored and synced, but for the operations that refused; `refusals` are by position.
        case stored(refusals: [Int: any Error])
        case failed(WriterFault)
    }

    private func answer(_ batch: [any DatabaseJob], _ outcome: BatchOutcome) {
        switch outcome {
        case .stored(let refusals):
            for (position, job) in batch.enumerated() {
                // An operation's own refusal is told only now: it may rest on a row of the same batch.
                if let refusal = refusals[position] { job.fail(refusal) } else { job.succeed() }
            }
        case .failed(let fault):
            for job in batch { job.fail(fault) }
        }
    }

    private func store(
        _ batch: [any DatabaseJob],
        in database: Database,
        with statements: TransactionStatements
    ) -> BatchOutcome {
        var isCommitting = false
        do {
            var refusals: [Int: any Error] = [:]
            try statements.begin.execute()
            // One that is alone is undone with its transaction.
            let undoing = batch.count > 1 ? statements : nil
            for (position, job) in batch.enumerated() {
                if let refusal = try run(job, in: database, undoing: undoing) { refusals[position] = refusal }
            }
            // Nothing was written, so nothing needs a sync.
            if refusals.count == batch.count {
                try statements.rollback.execute()
            } else {
                isCommitting = true
                try statements.commit.execute()
                health.noteStored()
            }
            return .stored(refusals: refusals)
        } catch {
            health.note(error)
            if database.isInsideTransaction { try? statements.rollback.execute() }
            let isUnknown = isCommitting && FailureSeverity(of: error) != .passing
            return .failed(WriterFault(.batchFailed, underlying: error, isOutcomeUnknown: isUnknown))
        }
    }

    /// Runs one operation, in a savepoint if there are statements for one, and returns its refusal, undone to there.
    ///
    /// - Throws: what ends the whole batch.
    private func run(
        _ job: any DatabaseJob,
        in database: Database,
        undoing statements: TransactionStatements?
    ) throws -> (any Error)? {
        try statements?.savepoint.execute()
        do {
            try job.run(in: database)
        } catch {
            guard database.isInsideTransaction, !FailureSeverity.endsBatch(error) else { throw error }
            try statements?.rollbackToSavepoint.execute()
            try statements?.release.execute()
            return error
        }
        try statements?.release.execute()
        return nil
    }
}

/// The statements that every batch needs, prepared once.
struct TransactionStatements {
    let begin: Statement
    let commit: Statement
    let rollback: Statement
    let savepoint: Statement
    let release: Statement
    let rollbackToSavepoint: Statement

    init(_ database: Database) throws {
        begin = try database.makeStatement(sql: "BEGIN IMMEDIATE")
        commit = try database.makeStatement(sql: "COMMIT")
        rollback = try database.makeStatement(sql: "ROLLBACK")
        savepoint = try database.makeStatement(sql: #"SAVEPOINT "operation""#)
        release = try database.makeStatement(sql: #"RELEASE "operation""#)
        rollbackToSavepoint = try database.makeStatement(sql: #"ROLLBACK TO "operation""#)
    }
}
