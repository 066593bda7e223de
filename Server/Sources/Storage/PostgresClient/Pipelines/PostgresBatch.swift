/// Statements that go to the server in one round trip as one transaction: all of them are committed, or none.
///
/// They travel together, so no statement can depend on another's answer; a condition is part of its statement. The
/// first statement that fails undoes all of them, and ``PostgresError/statement`` is its index.
public struct PostgresBatch: Hashable, Sendable {
    /// The risk when no answer comes.
    public enum Effect: Hashable, Sendable {
        /// No risk: the caller can retry.
        case reads
        /// The server may have run the batch.
        case writes
    }

    public var statements: [PostgresStatement]
    public var effect: Effect
    /// Whether the batch carries its time limits where its session has none.
    ///
    /// Set it to `false` for a statement that cannot share a transaction with another statement. The caller's deadline
    /// then ends it.
    public var bringsLimits: Bool

    public init(_ effect: Effect, _ statements: [PostgresStatement], bringsLimits: Bool = true) {
        self.effect = effect
        self.statements = statements
        self.bringsLimits = bringsLimits
    }

    /// Refuses a batch that the server would not accept, before sending.
    var refusal: PostgresError? {
        for (place, statement) in statements.enumerated() {
            if let value = statement.values.firstIndex(where: \.isTextWithNUL) {
                return PostgresError(
                    .valueRefused,
                    statement: place,
                    explanation: "the text of $\(value + 1) holds a NUL, which PostgreSQL cannot keep: send it as bytes"
                )
            }
            if statement.sql.utf8.contains(0) {
                return PostgresError(.statementWrong, statement: place, explanation: "the statement holds a NUL")
            }
            if statement.values.count > PostgresStatement.mostValues {
                return PostgresError(
                    .statementWrong,
                    statement: place,
                    explanation: "it has \(statement.values.count) values, and the protocol counts to 65535: divide it"
                )
            }
        }
        return nil
    }
}
