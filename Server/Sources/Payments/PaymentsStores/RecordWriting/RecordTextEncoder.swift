import ChaveBase
import PaymentsModel

/// Writes a record as JSON text, with the same members and values as `JSONEncoder`, in the record's own order.
///
/// `JSONEncoder` builds a tree before it writes; this encoder writes at once (``JSONTextBuffer``). It does not know the
/// special forms that Foundation has for its own types; no record holds such a type.
struct RecordTextEncoder: Encoder {
    let buffer: JSONTextBuffer
    /// Empty: errors name no place, because only this program can correct a record's content.
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// The text of `record`.
    static func text(of record: some Encodable) throws -> String {
        let buffer = JSONTextBuffer()
        try record.encode(to: RecordTextEncoder(buffer: buffer))
        return try buffer.finish()
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(MemberWriter(buffer: buffer, place: buffer.openObject()))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        ElementWriter(buffer: buffer, place: buffer.openArray())
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { ValueWriter(buffer: buffer) }
}

/// The one value of a place.
struct ValueWriter: SingleValueEncodingContainer {
    let buffer: JSONTextBuffer
    var codingPath: [any CodingKey] { [] }

    func encodeNil() { buffer.write(literal: "null") }
    func encode(_ value: Bool) { buffer.write(literal: value ? "true" : "false") }
    func encode(_ value: String) { buffer.write(value) }
    func encode(_ value: Double) throws {
        guard value.isFinite else { throw RecordWritingFault.noNumber }
        buffer.write(literal: value.description)
    }
    func encode(_ value: Float) throws {
        guard value.isFinite else { throw RecordWritingFault.noNumber }
        buffer.write(literal: value.description)
    }
    func encode(_ value: Int) { buffer.write(integer: value) }
    func encode(_ value: Int8) { buffer.write(integer: value) }
    func encode(_ value: Int16) { buffer.write(integer: value) }
    func encode(_ value: Int32) { buffer.write(integer: value) }
    func encode(_ value: Int64) { buffer.write(integer: value) }
    func encode(_ value: UInt) { buffer.write(integer: value) }
    func encode(_ value: UInt8) { buffer.write(integer: value) }
    func encode(_ value: UInt16) { buffer.write(integer: value) }
    func encode(_ value: UInt32) { buffer.write(integer: value) }
    func encode(_ value: UInt64) { buffer.write(integer: value) }

    /// Encodes a value; sealed fields, most of a record's bytes, go straight into the record's text in their own form.
    func encode<Value: Encodable>(_ value: Value) throws {
        if Value.self == Sealed.self, let sealed = value as? Sealed { return buffer.write(base64URL: sealed.box.bytes) }
        if Value.self == Octets.self, let octets = value as? Octets { return buffer.write(base64URL: octets.bytes) }
        try value.encode(to: RecordTextEncoder(buffer: buffer))
    }
}
