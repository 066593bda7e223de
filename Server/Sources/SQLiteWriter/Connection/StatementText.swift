/// The text of a statement, whose hash is made once: connections find what they have prepared by it.
///
/// Texts are long, and each is run many times.
public struct StatementText: Hashable, Sendable {
    public let sql: String
    private let hash: Int

    public init(_ sql: String) {
        self.sql = sql
        hash = sql.hashValue
    }

    public static func == (lhs: StatementText, rhs: StatementText) -> Bool {
        lhs.hash == rhs.hash && lhs.sql == rhs.sql
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}
