import PostgresClientLibrary

/// What was read of a pipeline's answers so far.
struct PipelineReading {
    private(set) var rows: [PostgresRows] = []
    /// The first failure: what comes after it was not run.
    private(set) var failure: PostgresError?
    /// Whether the server has said that it is through, and with what; only then does anything hold.
    var hasEnd = false
    /// Whether the session has ended with an error, which then says nothing of a commit that it was at.
    private(set) var isSessionOver = false

    init(expected: Int) { rows.reserveCapacity(expected) }

    /// Takes one answer; `true` when the statement was planned or run.
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
            // Said by libpq or by a pooler, which cannot know how far the server came.
            if found.kind == .connectionLost { throw found }
            if failure == nil { failure = found }
            isSessionOver = Self.endsSession(result)
            // The server's last words: no more answers come.
            if isSessionOver || found.kind == .serverShutDown { throw found }
            return false
        default: throw unexpected(result)
        }
    }

    /// Takes the error that stands where the end should, which is one of the commit.
    ///
    /// A commit that the server refuses has not been made. That the session ends says nothing: it may have waited for a
    /// standby, with its commit made. Nor does what a pooler says, or a server that does not know itself (40003) or gives
    /// itself up: what it had written may be found again when it recovers.
    ///
    /// - Throws: whatever proves nothing.
    mutating func noteRefusedCommit(_ result: borrowing LibraryResult) throws(PostgresError) {
        guard let found = Self.failure(in: result, atStatement: nil) else { throw unexpected(result) }
        guard result.field("V") == "ERROR" else { throw found }
        switch found.kind {
        case .connectionLost, .serverShutDown: throw found
        default: if failure == nil { failure = found }
        }
    }

    /// Whether the session ends with an error (`FATAL`), or all sessions do (`PANIC`).
    ///
    /// `V` is never translated, unlike `S` (PostgreSQL, "Error and Notice Message Fields"); what is no PostgreSQL may leave it
    /// out.
    private static func endsSession(_ result: borrowing LibraryResult) -> Bool {
        result.field("V").map { $0 != "ERROR" } ?? false
    }

    /// What the server says in an error, without its sentences: they repeat values.
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

    /// The same error with what it means: a batch that failed before its end came undone, and one whose end was not heard
    /// of may hold.
    func explained(_ error: PostgresError, of batch: PostgresBatch) -> PostgresError {
        if let failure {
            // The server had given it up; what broke after that changes nothing.
            return failure
        }
        var error = error
        error.isOutcomeUnknown = batch.effect == .writes && !hasEnd
        return error
    }
}
