/// A CBOR data item (RFC 8949) of the kinds that CTAP2 allows: no tags, no indefinite lengths.
///
/// Integers cover the whole range of CBOR, −2^64 to 2^64 − 1; nothing is rounded.
public enum CBORValue: Hashable, Sendable {
    /// Major type 0.
    case unsigned(UInt64)
    /// The integer −1 − n.
    case negative(UInt64)
    /// Major type 2.
    case bytes([UInt8])
    /// Major type 3.
    case text(String)
    /// Major type 4.
    case array([CBORValue])
    /// The members in their written order; no key occurs twice.
    case map([CBORMember])
    /// Simple values 20 and 21.
    case bool(Bool)
    /// Simple value 22.
    case null
    /// Simple value 23.
    case undefined
    /// A simple value without a meaning of its own: 0–19 or 32–255.
    case simple(UInt8)
    /// A floating-point number; its encoded form has 16, 32 or 64 bits.
    case float(Double)
}

/// A key and its value in a CBOR map.
public struct CBORMember: Hashable, Sendable {
    /// The key, any value; a canonical map is in the order of its keys' bytes.
    public var key: CBORValue
    /// The value of the key.
    public var value: CBORValue

    /// Creates one pair of a map.
    public init(key: CBORValue, value: CBORValue) {
        self.key = key
        self.value = value
    }
}

extension CBORValue {
    /// An integer of either sign.
    public init(_ value: Int64) {
        self = value < 0 ? .negative(UInt64(bitPattern: ~value)) : .unsigned(UInt64(value))
    }

    /// The integer, when the value is an integer that fits; `nil` otherwise.
    public var int64: Int64? {
        switch self {
        case .unsigned(let value): Int64(exactly: value)
        case .negative(let value): Int64(exactly: value).map { ~$0 }
        default: nil
        }
    }

    /// The byte string; `nil` for any other value.
    public var bytes: [UInt8]? {
        guard case .bytes(let bytes) = self else { return nil }
        return bytes
    }

    /// The text; `nil` for any other value.
    public var text: String? {
        guard case .text(let text) = self else { return nil }
        return text
    }

    /// The truth value; `nil` for any other value.
    public var bool: Bool? {
        guard case .bool(let value) = self else { return nil }
        return value
    }

    /// The items; `nil` for any other value.
    public var array: [CBORValue]? {
        guard case .array(let elements) = self else { return nil }
        return elements
    }

    /// The pairs, in their order; `nil` for any other value.
    public var map: [CBORMember]? {
        guard case .map(let members) = self else { return nil }
        return members
    }

    /// The member of a map under this integer key; `nil` when the value is not a map or has no such member.
    public subscript(_ key: Int64) -> CBORValue? {
        map?.first { $0.key.int64 == key }?.value
    }

    /// The member of a map under this text key; `nil` when the value is not a map or has no such member.
    ///
    /// Keys are compared by their bytes, not by canonical equivalence.
    public subscript(_ key: String) -> CBORValue? {
        map?.first { $0.key.text.map { $0.utf8.elementsEqual(key.utf8) } ?? false }?.value
    }
}
