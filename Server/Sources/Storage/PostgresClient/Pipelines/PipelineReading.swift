import PostgresClientLibrary

/// The answers of a pipeline that were read so far.
struct PipelineReading {
    private(set) var rows: [PostgresRows] = []
    /// The first failure; the server ran no statement after it.
    private(set) var failure: PostgresError?
    /// Whether the server reported the end of the batch; only then is the batch committed.
    var hasEnd = false
    /// Whether the session ended with an error; such an error says nothing about a commit in progress.
    private(set) var isSessionOver = false

    init(expected: Int) { rows.reserveCapacity(expected) }

    /// Reads one answer; `true` when the server planned or ran the statement.
    mutating func note(
        _ result: borrowing LibraryResult,
        ofStatement place: Int,
        isRun: Bool
    ) throws(PostgresError) -> Bool {
        switch result.status {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY:
            if isRun { rows.append(try PostgresRows(result, statement: place)) }
            return true
        case PGRES_PIPELINE_ABORTED where failure != nil: return false
        case PGRES_FATAL_ERROR:
            guard let found = Self.failure(in: result, atStatement: place) else { throw unexpected(result) }
            // The error comes from libpq or from a pooler, which cannot know how far the server came.
            if found.kind == .connectionLost { throw found }
            if failure == nil { failure = found }
            isSessionOver = Self.endsSession(result)
            // The server sends no more answers after this one.
            if isSessionOver || found.kind == .serverShutDown { throw found }
            return false
        default: throw unexpected(result)
        }
    }

    /// Reads the error that arrives in the place of the batch's end; it is the commit's error.
    ///
    /// A commit that the server refuses is not made. An ended session proves nothing: its commit may be made and wait
    /// for a standby. A pooler's error proves nothing, nor does a server that does not know itself (40003). The same
    /// holds for a server that shuts down or crashes: its recovery may find the written commit again.
    ///
    /// - Throws: every error that proves nothing about the commit.
    mutating func noteRefusedCommit(_ result: borrowing LibraryResult) throws(PostgresError) {
        guard let found = Self.failure(in: result, atStatement: nil) else { throw unexpected(result) }
        guard result.field("V") == "ERROR" else { throw found }
        switch found.kind {
        case .connectionLost, .serverShutDown: throw found
        default: if failure == nil { failure = found }
        }
    }

    /// Whether the error ends the session (`FATAL`) or all sessions (`PANIC`).
    ///
    /// The server never translates `V`, unlike `S` (PostgreSQL, "Error and Notice Message Fields"). Software other than
    /// PostgreSQL may leave it out.
    private static func endsSession(_ result: borrowing LibraryResult) -> Bool {
        result.field("V").map { $0 != "ERROR" } ?? false
    }

    /// Reads a server's error without its sentences, which repeat values.
    static func failure(in result: borrowing LibraryResult, atStatement place: Int?) -> PostgresError? {
        guard result.status == PGRES_FATAL_ERROR else { return nil }
        guard let code = result.field("C") else { return PostgresError(.connectionLost, statement: place) }
        return PostgresError(
            PostgresError.Kind(sqlState: code),
            sqlState: code,
            statement: place,
            constraint: result.field("n")
        )
    }

    func unexpected(_ result: borrowing LibraryResult) -> PostgresError {
        Self.failure(in: result, atStatement: nil)
            ?? PostgresError(.unreadableAnswer, explanation: "an answer of libpq's kind \(result.status.rawValue)")
    }

    /// Adds the outcome to an error.
    ///
    /// A batch that failed before its end is rolled back. A batch without an answer about its end may be committed.
    func explained(_ error: PostgresError, of batch: PostgresBatch) -> PostgresError {
        if let failure {
            // The server had already given up the batch; a later connection error changes nothing.
            return failure
        }
        var error = error
        error.isOutcomeUnknown = batch.effect == .writes && !hasEnd
        return error
    }
}
