/// Why PostgreSQL did not do what was asked, or why nobody knows whether it did.
///
/// It carries names of the schema and codes, and never a value, a message of the server's, or a password.
public struct PostgresError: Error, Hashable, Sendable {
    public var kind: Kind
    /// Whether it may have been done all the same: the server had it, and its answer did not come.
    ///
    /// Whoever asked finds out by reading, under the key that makes the request the same one.
    public var isOutcomeUnknown: Bool
    /// The five characters by which PostgreSQL names the reason, when it was the one that gave it.
    public var sqlState: String?
    /// The place in its batch of the statement that failed, from 0.
    public var statement: Int?
    /// The constraint or unique index that stood against it.
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

    /// Whether the same, asked again, may succeed and cannot be done twice.
    public var mayBeRetried: Bool { !isOutcomeUnknown && kind.passes }
}

extension PostgresError {
    /// What a reason means for whoever asked.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// Another row has the key.
        case uniqueViolation
        /// Another constraint of the schema stands against it.
        case constraintViolation
        /// The statement divided by zero, which is how one says that its condition does not hold.
        case conditionFailed
        /// Another transaction was in the way: the whole of this one is tried again.
        case serializationFailure
        case deadlock
        /// A lock did not come in the time that the session allows.
        case lockNotAvailable
        /// The server takes no writes: it is a standby, or no longer the first.
        case readOnly
        /// The server stops, starts, or was told to end this session.
        case serverShutDown
        /// The connection broke.
        case connectionLost
        case tooManyConnections
        /// No connection was free, or none could be made, in the time that the caller gave.
        case noConnection
        /// The time that the caller gave is over; the statement was cancelled and its connection closed.
        case deadlinePassed
        /// Somebody else ended the statement, or the server's own time for it was over.
        case cancelled
        case diskFull
        case resourcesExhausted
        case notAuthorised
        /// The server's files are damaged, or cannot be read.
        case serverDamaged
        case valueRefused
        /// The statement and the schema do not fit: a program that is older or newer than the database.
        case statementWrong
        /// The server's answer is none that this client can read.
        case unreadableAnswer
        /// The connection string cannot be used.
        case settingsWrong
        /// The caller stopped waiting before anything was sent.
        case abandoned
        /// The pool was closed.
        case closed
        case other

        /// Whether time heals it.
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
