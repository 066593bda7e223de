/// The reason why PostgreSQL did not run a request, or why its outcome is unknown.
///
/// It carries schema names and codes, and never a value, a server message or a password.
public struct PostgresError: Error, Hashable, Sendable {
    public var kind: Kind
    /// Whether the server may have run the request: the server received it, but no answer came.
    ///
    /// The caller finds the outcome by reading under the key that makes the request the same one.
    public var isOutcomeUnknown: Bool
    /// The SQLSTATE, five characters, when PostgreSQL itself gave the reason.
    public var sqlState: String?
    /// The index of the failed statement in its batch, from 0.
    public var statement: Int?
    /// The constraint or unique index that refused the statement.
    public var constraint: String?
    public var explanation: String?

    public init(
        _ kind: Kind,
        isOutcomeUnknown: Bool = false,
        sqlState: String? = nil,
        statement: Int? = nil,
        constraint: String? = nil,
        explanation: String? = nil
    ) {
        self.kind = kind
        self.isOutcomeUnknown = isOutcomeUnknown
        self.sqlState = sqlState
        self.statement = statement
        self.constraint = constraint
        self.explanation = explanation
    }

    /// Whether a retry may succeed and cannot run the request twice.
    public var mayBeRetried: Bool { !isOutcomeUnknown && kind.passes }
}

extension PostgresError {
    /// The meaning of a failure for the caller.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// Another row already has the key.
        case uniqueViolation
        /// Another constraint of the schema refuses the statement.
        case constraintViolation
        /// The statement divided by zero, which is how a statement reports that its condition does not hold.
        case conditionFailed
        /// Another transaction was in the way: the caller retries the whole transaction.
        case serializationFailure
        case deadlock
        /// The session's lock timeout passed.
        case lockNotAvailable
        /// The server accepts no writes: it is a standby, or no longer the first server.
        case readOnly
        /// The server stops, starts, or an administrator ended this session.
        case serverShutDown
        /// The connection broke.
        case connectionLost
        case tooManyConnections
        /// Within the caller's time, no connection became free and the pool could not make one.
        case noConnection
        /// The caller's deadline passed; the pool cancelled the statement and closed its connection.
        case deadlinePassed
        /// Another client cancelled the statement, or the server's own timeout passed.
        case cancelled
        case diskFull
        case resourcesExhausted
        case notAuthorised
        /// The server's files are damaged, or cannot be read.
        case serverDamaged
        case valueRefused
        /// The statement and the schema do not fit: the program is older or newer than the database.
        case statementWrong
        /// This client cannot read the server's answer.
        case unreadableAnswer
        /// The connection string cannot be used.
        case settingsWrong
        /// The caller stopped waiting before the pool sent anything.
        case abandoned
        /// The pool was closed.
        case closed
        case other

        /// Whether the failure passes with time.
        var passes: Bool {
            switch self {
            case .serializationFailure, .deadlock, .lockNotAvailable, .readOnly, .serverShutDown, .connectionLost,
                .tooManyConnections, .noConnection:
                true
            case .uniqueViolation, .constraintViolation, .conditionFailed, .deadlinePassed, .cancelled, .diskFull,
                .resourcesExhausted, .notAuthorised, .serverDamaged, .valueRefused, .statementWrong, .unreadableAnswer,
                .settingsWrong, .abandoned, .closed, .other:
                false
            }
        }

        /// Whether the next statement needs another connection.
        var endsConnection: Bool {
            switch self {
            case .readOnly, .serverShutDown, .connectionLost, .tooManyConnections, .noConnection, .deadlinePassed,
                .serverDamaged, .unreadableAnswer, .statementWrong, .resourcesExhausted:
                true
            case .uniqueViolation, .constraintViolation, .conditionFailed, .serializationFailure, .deadlock,
                .lockNotAvailable, .cancelled, .diskFull, .notAuthorised, .valueRefused, .settingsWrong, .abandoned,
                .closed, .other:
                false
            }
        }
    }
}

extension PostgresError: CustomStringConvertible {
    public var description: String {
        var parts = ["PostgreSQL: \(kind.rawValue)"]
        if isOutcomeUnknown { parts.append("it may have been done all the same") }
        if let sqlState { parts.append("SQLSTATE \(sqlState)") }
        if let statement { parts.append("statement \(statement)") }
        if let constraint { parts.append("constraint \(constraint)") }
        if let explanation { parts.append(explanation) }
        return parts.joined(separator: "; ")
    }
}
