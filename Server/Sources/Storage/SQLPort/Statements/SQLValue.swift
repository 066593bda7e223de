public import ChaveBase

/// A value as both databases store it.
public enum SQLValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case text(String)
    case bytes([UInt8])
    /// The sixteen bytes of a UUID as two halves, in a column of the type `UUID`.
    ///
    /// A file also returns any other sixteen bytes as this case.
    case id(high: UInt64, low: UInt64)
    /// The result of an expression: no column stores one.
    case fraction(Double)
}

extension SQLValue {
    /// A limit of rows; a negative one becomes 0, because SQLite reads it as no limit and PostgreSQL refuses it.
    public static func limit(_ count: Int) -> SQLValue { .integer(Int64(max(0, count))) }
}

/// A value that can be a statement's parameter.
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
    /// The time in microseconds since 1970.
    public var sqlValue: SQLValue { .integer(microseconds) }
}

extension ResourceID: SQLParameter {
    public var sqlValue: SQLValue { .id(high: high, low: low) }
}

extension Optional: SQLParameter where Wrapped: SQLParameter {
    public var sqlValue: SQLValue { map(\.sqlValue) ?? .null }
}

extension SQLParameter {
    /// The value as an element of a list of values.
    public var bound: SQLValue { sqlValue }
}

/// A boolean is stored as a number, which both databases have.
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
    /// The bytes as a value of the type bytes, not text.
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
