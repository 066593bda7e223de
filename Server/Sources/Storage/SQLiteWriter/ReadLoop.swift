/// A reader thread's work: takes waiting jobs and runs them on one snapshot, opened after all of them arrived.
///
/// A single statement is its own snapshot and needs no transaction.
struct ReadLoop {
    let queue: JobQueue

    /// A small number, so that one long read delays few others while other readers are free.
    private static let maximumBatch = 8

    /// Returns when the queue is closed and drained.
    func run(on database: SQLiteConnection) throws {
        let begin = try database.prepare("BEGIN DEFERRED")
        let end = try database.prepare("COMMIT")
        while let batch = queue.next(limit: Self.maximumBatch) {
            for job in batch {
                do {
                    // A job that fails may end the snapshot for those after it.
                    if !job.isApart, !database.isInsideTransaction { try begin.execute() }
                    try job.run(in: database)
                    job.succeed()
                } catch {
                    job.fail(error)
                }
            }
            if database.isInsideTransaction { try? end.execute() }
            if database.isInsideTransaction { try? database.execute(sql: "ROLLBACK") }
        }
    }
}
