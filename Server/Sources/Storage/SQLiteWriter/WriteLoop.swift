import CSQLite

/// The writer thread's work: takes waiting jobs, runs them in one transaction, syncs, and answers.
struct WriteLoop {
    let queue: JobQueue
    let health: WriterHealth
    let maximumBatch: Int
    let gathering: Gathering?
    /// Whether this connection moves the log into the database file; at its end it moves all of it.
    ///
    /// Otherwise the log would keep overwritten data.
    let movesLog: Bool

    /// Returns when the queue is closed and drained.
    func run(on database: SQLiteConnection) throws {
        let statements = try TransactionStatements(database)
        let log = movesLog ? Checkpointing(of: database) : nil
        defer { log?.end() }
        // The log may hold the pages of a migration or a crash.
        note { try log?.moveLog(whateverItsLength: true) }
        while let jobs = queue.next(limit: maximumBatch, gathering: gathering) {
            var wasTried = false
            for part in jobs.split(where: \.isApart) {
                if let alone = part.first, alone.isApart {
                    maintain(alone, in: database)
                } else if let refusal = health.refusal {
                    for job in part { job.fail(refusal) }
                } else {
                    answer(part, store(part, in: database, with: statements))
                    wasTried = true
                }
            }
            // The log has all acknowledged writes and is synced: this step concerns the database file alone. On a full
            // disk, a moved log begins anew, which makes room.
            if wasTried, !health.isLost { note { try log?.moveLog(whateverItsLength: !health.isHealthy) } }
        }
        guard movesLog, health.isHealthy else { return }
        // The checkpoint may fail: then the next start finds the log, as after a crash. After a failed sync no
        // connection may move the log again, so the process ends here.
        note { try database.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
    }

    private func note(_ work: () throws -> Void) {
        do {
            try work()
        } catch {
            health.note(error)
        }
    }

    private func maintain(_ job: any DatabaseJob, in database: SQLiteConnection) {
        if let refusal = health.isLost ? health.refusal : nil { return job.fail(refusal) }
        do {
            try job.run(in: database)
            job.succeed()
        } catch {
            health.note(error)
            job.fail(error)
        }
    }

    /// The outcome of a batch.
    private enum BatchOutcome {
        /// Stored and synced, except the operations that refused; `refusals` has their positions.
        case stored(refusals: [Int: any Error])
        case failed(WriterFault)
    }

    private func answer(_ batch: [any DatabaseJob], _ outcome: BatchOutcome) {
        switch outcome {
        case .stored(let refusals):
            for (position, job) in batch.enumerated() {
                // An operation's own refusal is answered only now: it may depend on a row of the same batch.
                if let refusal = refusals[position] { job.fail(refusal) } else { job.succeed() }
            }
        case .failed(let fault):
            for job in batch { job.fail(fault) }
        }
    }

    /// Stores a batch first without savepoints, which hardly any batch needs.
    ///
    /// When an operation refuses, all operations are rolled back and run once more, each in its own savepoint.
    private func store(
        _ batch: [any DatabaseJob],
        in database: SQLiteConnection,
        with statements: TransactionStatements
    ) -> BatchOutcome {
        var isCommitting = false
        let changesBefore = database.totalChangesCount
        do {
            try statements.begin.execute()
            var refusals: [Int: any Error] = [:]
            if let refusal = try firstRefusal(of: batch, in: database) {
                try statements.rollback.execute()
                // The rollback has already undone an operation that is alone.
                if batch.count == 1 { return .stored(refusals: [0: refusal]) }
                try statements.begin.execute()
                refusals = try runInSavepoints(batch, in: database, with: statements)
            }
            // No operation wrote anything, so no sync is needed.
            if refusals.count == batch.count {
                try statements.rollback.execute()
            } else {
                isCommitting = true
                try statements.commit.execute()
                // A batch that wrote nothing proves nothing about the disk.
                if database.totalChangesCount != changesBefore { health.noteStored() }
            }
            return .stored(refusals: refusals)
        } catch {
            health.note(error)
            if database.isInsideTransaction { try? statements.rollback.execute() }
            let isUnknown = isCommitting && FailureSeverity(of: error) != .passing
            return .failed(WriterFault(.batchFailed, underlying: error, isOutcomeUnknown: isUnknown))
        }
    }

    /// Runs the operations until one refuses, and returns its refusal.
    ///
    /// - Throws: an error that ends the whole batch.
    private func firstRefusal(of batch: [any DatabaseJob], in database: SQLiteConnection) throws -> (any Error)? {
        for job in batch {
            if let refusal = try refusal(of: job, in: database) { return refusal }
        }
        return nil
    }

    /// Runs each operation in a savepoint, rolls back those that refuse, and returns their errors by position.
    ///
    /// - Throws: an error that ends the whole batch.
    private func runInSavepoints(
        _ batch: [any DatabaseJob],
        in database: SQLiteConnection,
        with statements: TransactionStatements
    ) throws -> [Int: any Error] {
        var refusals: [Int: any Error] = [:]
        for (position, job) in batch.enumerated() {
            try statements.savepoint.execute()
            if let refusal = try refusal(of: job, in: database) {
                refusals[position] = refusal
                try statements.rollbackToSavepoint.execute()
            }
            try statements.release.execute()
        }
        return refusals
    }

    /// Runs one operation and returns its refusal.
    ///
    /// - Throws: an error that ends the whole batch.
    private func refusal(of job: any DatabaseJob, in database: SQLiteConnection) throws -> (any Error)? {
        do {
            try job.run(in: database)
            // Without the transaction, each later job would be stored alone.
            guard database.isInsideTransaction else {
                throw SQLiteError(code: SQLITE_ABORT, message: "the transaction has ended")
            }
            return nil
        } catch {
            guard database.isInsideTransaction, !FailureSeverity.endsBatch(error) else { throw error }
            return error
        }
    }
}

extension [any DatabaseJob] {
    /// Splits the jobs in their order: neighbours that share a transaction stay together, and each other job is alone.
    fileprivate func split(where isApart: (any DatabaseJob) -> Bool) -> [[any DatabaseJob]] {
        guard contains(where: isApart) else { return [self] }
        var parts: [[any DatabaseJob]] = []
        for job in self {
            if !isApart(job), let last = parts.last?.first, !isApart(last) {
                parts[parts.count - 1].append(job)
            } else {
                parts.append([job])
            }
        }
        return parts
    }
}

/// The statements that every batch needs, prepared once.
struct TransactionStatements {
    let begin: SQLiteStatement
    let commit: SQLiteStatement
    let rollback: SQLiteStatement
    let savepoint: SQLiteStatement
    let release: SQLiteStatement
    let rollbackToSavepoint: SQLiteStatement

    init(_ database: SQLiteConnection) throws {
        begin = try database.prepare("BEGIN IMMEDIATE")
        commit = try database.prepare("COMMIT")
        rollback = try database.prepare("ROLLBACK")
        savepoint = try database.prepare(#"SAVEPOINT "operation""#)
        release = try database.prepare(#"RELEASE "operation""#)
        rollbackToSavepoint = try database.prepare(#"ROLLBACK TO "operation""#)
    }
}
