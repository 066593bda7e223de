extension CBORValue {
    /// The item in the CTAP2 canonical form: shortest heads, keys of maps sorted.
    ///
    /// - Precondition: no key occurs twice in a map, and no `simple` holds 24 to 31, which have no encoding.
    public func encoded() -> [UInt8] {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return bytes
    }

    private func append(to bytes: inout [UInt8]) {
        switch self {
        case .unsigned(let value): CBORValue.appendHead(major: 0, value, to: &bytes)
        case .negative(let value): CBORValue.appendHead(major: 1, value, to: &bytes)
        case .bytes(let string):
            CBORValue.appendHead(major: 2, UInt64(string.count), to: &bytes)
            bytes.append(contentsOf: string)
        case .text(let text):
            CBORValue.appendHead(major: 3, UInt64(text.utf8.count), to: &bytes)
            bytes.append(contentsOf: text.utf8)
        case .array(let elements):
            CBORValue.appendHead(major: 4, UInt64(elements.count), to: &bytes)
            for element in elements { element.append(to: &bytes) }
        case .map(let members): CBORValue.append(members, to: &bytes)
        case .bool(let value): bytes.append(value ? 0xF5 : 0xF4)
        case .null: bytes.append(0xF6)
        case .undefined: bytes.append(0xF7)
        case .simple(let value):
            precondition(!(24..<32).contains(value), "CBOR has no simple values 24 to 31")
            CBORValue.appendHead(major: 7, UInt64(value), to: &bytes)
        case .float(let value): CBORValue.append(value, to: &bytes)
        }
    }

    private static func append(_ members: [CBORMember], to bytes: inout [UInt8]) {
        appendHead(major: 5, UInt64(members.count), to: &bytes)
        let encodedMembers = members.map { (key: $0.key.encoded(), value: $0.value) }
        let sorted = encodedMembers.sorted { CBORKeyOrder.areIncreasing($0.key[...], $1.key[...]) }
        for index in sorted.indices.dropFirst() {
            precondition(sorted[index - 1].key != sorted[index].key, "a CBOR map names each key once")
        }
        for member in sorted {
            bytes.append(contentsOf: member.key)
            member.value.append(to: &bytes)
        }
    }

    /// Appends the shortest of the three widths that preserves the value; every NaN gets one canonical encoding.
    private static func append(_ value: Double, to bytes: inout [UInt8]) {
        if let half = HalfPrecision.bits(value) {
            bytes.append(0xF9)
            appendBigEndian(half, to: &bytes)
        } else if Double(Float(value)) == value {
            bytes.append(0xFA)
            appendBigEndian(Float(value).bitPattern, to: &bytes)
        } else {
            bytes.append(0xFB)
            appendBigEndian(value.bitPattern, to: &bytes)
        }
    }

    private static func appendHead(major: UInt8, _ value: UInt64, to bytes: inout [UInt8]) {
        let type = major << 5
        switch value {
        case 0..<24: bytes.append(type | UInt8(value))
        case 24...UInt64(UInt8.max):
            bytes.append(type | 24)
            bytes.append(UInt8(value))
        case 0...UInt64(UInt16.max):
            bytes.append(type | 25)
            appendBigEndian(UInt16(value), to: &bytes)
        case 0...UInt64(UInt32.max):
            bytes.append(type | 26)
            appendBigEndian(UInt32(value), to: &bytes)
        default:
            bytes.append(type | 27)
            appendBigEndian(value, to: &bytes)
        }
    }
}

/// Appends `number` with its most significant byte first.
func appendBigEndian(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
}

/// The order of keys in a CTAP2 canonical map: by major type, then by length (shorter first), then by bytes.
enum CBORKeyOrder {
    /// Whether `first` comes strictly before `second`; both are encoded keys.
    static func areIncreasing(_ first: ArraySlice<UInt8>, _ second: ArraySlice<UInt8>) -> Bool {
        let firstMajor = (first.first ?? 0) >> 5
        let secondMajor = (second.first ?? 0) >> 5
        guard firstMajor == secondMajor else { return firstMajor < secondMajor }
        guard first.count == second.count else { return first.count < second.count }
        return first.lexicographicallyPrecedes(second)
    }
}
