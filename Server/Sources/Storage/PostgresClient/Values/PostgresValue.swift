/// A value that goes to PostgreSQL or comes from it.
///
/// The client sends each case as one type: `int8`, `bool`, `text`, `bytea` or `uuid`; PostgreSQL widens and narrows
/// integers itself. The client also reads smaller integers, names and character types. A statement must cast every
/// other type to one of these. The description shows no content.
public enum PostgresValue: Hashable, Sendable {
    case null
    case boolean(Bool)
    case integer(Int64)
    /// A text; a text with a NUL is refused before sending, because PostgreSQL cannot store it.
    case text(String)
    /// Any bytes, NUL among them.
    case bytes([UInt8])
    /// A UUID as its first and its last eight bytes, big-endian.
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
