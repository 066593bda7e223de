/// The elements of an array.
struct ElementWriter: UnkeyedEncodingContainer {
    let buffer: JSONTextBuffer
    let place: JSONTextBuffer.Place
    private(set) var count = 0
    var codingPath: [any CodingKey] { [] }

    init(buffer: JSONTextBuffer, place: JSONTextBuffer.Place) {
        self.buffer = buffer
        self.place = place
    }

    private mutating func next() -> ValueWriter {
        buffer.element(in: place)
        count += 1
        return ValueWriter(buffer: buffer)
    }

    mutating func encodeNil() { next().encodeNil() }
    mutating func encode(_ value: Bool) { next().encode(value) }
    mutating func encode(_ value: String) { next().encode(value) }
    mutating func encode(_ value: Double) throws { try next().encode(value) }
    mutating func encode(_ value: Float) throws { try next().encode(value) }
    mutating func encode(_ value: Int) { next().encode(value) }
    mutating func encode(_ value: Int8) { next().encode(value) }
    mutating func encode(_ value: Int16) { next().encode(value) }
    mutating func encode(_ value: Int32) { next().encode(value) }
    mutating func encode(_ value: Int64) { next().encode(value) }
    mutating func encode(_ value: UInt) { next().encode(value) }
    mutating func encode(_ value: UInt8) { next().encode(value) }
    mutating func encode(_ value: UInt16) { next().encode(value) }
    mutating func encode(_ value: UInt32) { next().encode(value) }
    mutating func encode(_ value: UInt64) { next().encode(value) }
    mutating func encode<Value: Encodable>(_ value: Value) throws { try next().encode(value) }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        _ = next()
        return RecordTextEncoder(buffer: buffer).container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        _ = next()
        return RecordTextEncoder(buffer: buffer).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder {
        _ = next()
        return RecordTextEncoder(buffer: buffer)
    }
}
