/// A value that goes to PostgreSQL or comes from it.
///
/// Each has one type on the way there: `int8`, `bool`, `text`, `bytea`; PostgreSQL widens and narrows integers by itself.
/// On the way back smaller integers, names and character types are read too; whatever else a statement selects has to be
/// cast to one of these. Its description shows no content.
public enum PostgresValue: Hashable, Sendable {
    case null
    case boolean(Bool)
    case integer(Int64)
    /// PostgreSQL's texts hold no NUL: one that does is refused before anything is sent.
    case text(String)
    /// Any bytes, NUL among them.
    case bytes([UInt8])
    /// By its first and its last eight bytes, big-endian.
    case uuid(high: UInt64, low: UInt64)
}

extension PostgresValue: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String {
        switch self {
        case .null: "null"
        case .boolean: "boolean"
        case .integer: "integer"
        case .text: "text"
        case .bytes: "bytes"
        case .uuid: "uuid"
        }
    }

    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
