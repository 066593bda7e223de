/// The object ids of the PostgreSQL types that this client writes and reads.
enum PostgresType {
    static let boolean: UInt32 = 16
    static let bytes: UInt32 = 17
    static let character: UInt32 = 18
    static let name: UInt32 = 19
    static let int8: UInt32 = 20
    static let int2: UInt32 = 21
    static let int4: UInt32 = 23
    static let text: UInt32 = 25
    static let objectID: UInt32 = 26
    static let paddedText: UInt32 = 1_042
    static let limitedText: UInt32 = 1_043
    static let void: UInt32 = 2_278
    static let uuid: UInt32 = 2_950
}

extension PostgresValue {
    /// The parameter's declared type; a null takes the type of its place.
    var type: UInt32 {
        switch self {
        case .null: 0
        case .boolean: PostgresType.boolean
        case .integer: PostgresType.int8
        case .text: PostgresType.text
        case .bytes: PostgresType.bytes
        case .uuid: PostgresType.uuid
        }
    }

    /// PostgreSQL's binary form; `nil` for null.
    var wire: [UInt8]? {
        switch self {
        case .null: nil
        case .boolean(let flag): [flag ? 1 : 0]
        case .integer(let number): withUnsafeBytes(of: number.bigEndian) { [UInt8]($0) }
        case .text(let text): [UInt8](text.utf8)
        case .bytes(let bytes): bytes
        case .uuid(let high, let low): withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { [UInt8]($0) }
        }
    }

    /// Whether it is a text with a NUL, which PostgreSQL cannot store.
    var isTextWithNUL: Bool {
        guard case .text(let text) = self else { return false }
        return text.utf8.contains(0)
    }

    /// Reads a column's binary form; `nil` for an unknown type or malformed bytes.
    init?(type: UInt32, wire: UnsafeBufferPointer<UInt8>) {
        switch type {
        case PostgresType.boolean:
            guard wire.count == 1 else { return nil }
            self = .boolean(wire[0] != 0)
        case PostgresType.int2:
            guard let number = Self.number(wire, as: Int16.self) else { return nil }
            self = .integer(Int64(number))
        case PostgresType.int4:
            guard let number = Self.number(wire, as: Int32.self) else { return nil }
            self = .integer(Int64(number))
        case PostgresType.objectID:
            guard let number = Self.number(wire, as: UInt32.self) else { return nil }
            self = .integer(Int64(number))
        case PostgresType.int8:
            guard let number = Self.number(wire, as: Int64.self) else { return nil }
            self = .integer(number)
        case PostgresType.bytes: self = .bytes([UInt8](wire))
        case PostgresType.text, PostgresType.limitedText, PostgresType.paddedText, PostgresType.name,
            PostgresType.character:
            guard let text = String(validating: wire, as: UTF8.self) else { return nil }
            self = .text(text)
        case PostgresType.uuid:
            guard wire.count == 16, let high = Self.number(.init(rebasing: wire[..<8]), as: UInt64.self),
                let low = Self.number(.init(rebasing: wire[8...]), as: UInt64.self)
            else { return nil }
            self = .uuid(high: high, low: low)
        case PostgresType.void: self = .null
        default: return nil
        }
    }

    /// A big-endian number; `nil` when the byte count differs from the type's size.
    private static func number<Number: FixedWidthInteger>(
        _ wire: UnsafeBufferPointer<UInt8>,
        as type: Number.Type
    ) -> Number? {
        guard wire.count == MemoryLayout<Number>.size else { return nil }
        return wire.reduce(0 as Number) { $0 << 8 | Number(truncatingIfNeeded: $1) }
    }
}
