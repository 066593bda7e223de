/// The members of an object.
///
/// Every value goes through ``ValueWriter``; the protocol's methods for each type do not differ otherwise.
struct MemberWriter<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let buffer: JSONTextBuffer
    let place: JSONTextBuffer.Place
    var codingPath: [any CodingKey] { [] }

    private func value(_ key: Key) -> ValueWriter {
        buffer.member(key.stringValue, in: place)
        return ValueWriter(buffer: buffer)
    }

    func encodeNil(forKey key: Key) { value(key).encodeNil() }
    func encode(_ value: Bool, forKey key: Key) { self.value(key).encode(value) }
    func encode(_ value: String, forKey key: Key) { self.value(key).encode(value) }
    func encode(_ value: Double, forKey key: Key) throws { try self.value(key).encode(value) }
    func encode(_ value: Float, forKey key: Key) throws { try self.value(key).encode(value) }
    func encode(_ value: Int, forKey key: Key) { self.value(key).encode(value) }
    func encode(_ value: Int8, forKey key: Key) { self.value(key).encode(value) }
    func encode(_ value: Int16, forKey key: Key) { self.value(key).encode(value) }
    func encode(_ value: Int32, forKey key: Key) { self.value(key).encode(value) }
    func encode(_ value: Int64, forKey key: Key) { self.value(key).encode(value) }
    func encode(_ value: UInt, forKey key: Key) { self.value(key).encode(value) }
    func encode(_ value: UInt8, forKey key: Key) { self.value(key).encode(value) }
    func encode(_ value: UInt16, forKey key: Key) { self.value(key).encode(value) }
    func encode(_ value: UInt32, forKey key: Key) { self.value(key).encode(value) }
    func encode(_ value: UInt64, forKey key: Key) { self.value(key).encode(value) }
    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws { try self.value(key).encode(value) }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        buffer.member(key.stringValue, in: place)
        return RecordTextEncoder(buffer: buffer).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        buffer.member(key.stringValue, in: place)
        return RecordTextEncoder(buffer: buffer).unkeyedContainer()
    }

    func superEncoder() -> any Encoder {
        buffer.member("super", in: place)
        return RecordTextEncoder(buffer: buffer)
    }

    func superEncoder(forKey key: Key) -> any Encoder {
        buffer.member(key.stringValue, in: place)
        return RecordTextEncoder(buffer: buffer)
    }
}
