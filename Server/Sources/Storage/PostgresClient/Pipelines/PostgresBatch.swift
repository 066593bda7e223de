/// Statements that go to the server in one round trip and are one transaction: all of them hold, or none.
///
/// They are sent together, so none can depend on what another answered; a condition is part of its statement. The first
/// one that fails takes all of them with it, and ``PostgresError/statement`` says which it was.
public struct PostgresBatch: Hashable, Sendable {
    /// What is at stake when no answer comes.
    public enum Effect: Hashable, Sendable {
        /// Nothing: it can be asked again.
        case reads
        /// It may have been done.
        case writes
    }

    public var statements: [PostgresStatement]
    public var effect: Effect
    /// Whether its time limits go ahead of it where its session has none: not of a statement that can be in no transaction
    /// with another one, which the caller's deadline ends.
    public var bringsLimits: Bool

    public init(_ effect: Effect, _ statements: [PostgresStatement], bringsLimits: Bool = true) {
        self.effect = effect
        self.statements = statements
        self.bringsLimits = bringsLimits
    }

    /// The refusal of what the server would not take, before anything is sent.
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
