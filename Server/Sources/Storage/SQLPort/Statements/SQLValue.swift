public import ChaveBase

/// A value as both databases keep it.
public enum SQLValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case text(String)
    case bytes([UInt8])
    /// The sixteen bytes of a UUID, in a column of the type `UUID`, by its two halves.
    ///
    /// Also what a file answers of any other sixteen bytes.
    case id(high: UInt64, low: UInt64)
    /// Comes of an expression alone: no column of ours holds one.
    case fraction(Double)
}

extension SQLValue {
    /// A count of rows: SQLite takes a negative one for no limit, and PostgreSQL refuses it.
    public static func limit(_ count: Int) -> SQLValue { .integer(Int64(max(0, count))) }
}

/// What can stand for a parameter of a statement.
public protocol SQLParameter {
    var sqlValue: SQLValue { get }
}

extension SQLValue: SQLParameter {
    public var sqlValue: SQLValue { self }
}

extension String: SQLParameter {
    public var sqlValue: SQLValue { .text(self) }
}

extension Int64: SQLParameter {
    public var sqlValue: SQLValue { .integer(self) }
}

extension Int: SQLParameter {
    public var sqlValue: SQLValue { .integer(Int64(self)) }
}

extension Timestamp: SQLParameter {
    /// In microseconds since 1970.
    public var sqlValue: SQLValue { .integer(microseconds) }
}

extension ResourceID: SQLParameter {
    public var sqlValue: SQLValue { .id(high: high, low: low) }
}

extension Optional: SQLParameter where Wrapped: SQLParameter {
    public var sqlValue: SQLValue { map(\.sqlValue) ?? .null }
}

extension SQLParameter {
    /// Its value as a member of a list of them.
    public var bound: SQLValue { sqlValue }
}

/// As a number, which both databases have.
extension Bool: SQLParameter {
    public var sqlValue: SQLValue { .integer(self ? 1 : 0) }
}

extension SQLValue {
    /// The bytes of `bytes` or `id`; `nil` for any other value.
    package var anyBytes: [UInt8]? {
        switch self {
        case .bytes(let bytes): bytes
        case .id(let high, let low): ResourceID<Void>(high: high, low: low).bytes
        case .null, .integer, .text, .fraction: nil
        }
    }
}

extension Sequence<UInt8> {
    /// Bytes, and no text.
    public var blob: SQLValue { .bytes(Array(self)) }
}

/// The values of a statement's parameters, in their order.
public struct SQLArguments: ExpressibleByArrayLiteral, Sendable {
    public let values: [SQLValue]

    public init(arrayLiteral elements: (any SQLParameter)?...) {
        values = elements.map { $0?.sqlValue ?? .null }
    }

    public init(_ texts: [String]) { values = texts.map(SQLValue.text) }
}
