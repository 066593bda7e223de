/// One statement with the values of `$1`, `$2` and so on.
///
/// Values are never part of the text. Equal texts share a plan on each connection, so a text is written once and not put
/// together from what differs.
public struct PostgresStatement: Hashable, Sendable, CustomStringConvertible {
    /// As many values as the protocol can count.
    static let mostValues = 65_535

    public var sql: String
    public var values: [PostgresValue]

    public init(_ sql: String, _ values: [PostgresValue] = []) {
        self.sql = sql
        self.values = values
    }

    /// The text alone.
    public var description: String { sql }
}
