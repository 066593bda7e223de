public import ChaveBase

extension CBORValue {
    /// Reads `bytes` as exactly one item.
    public init(decoding bytes: [UInt8], rules: CBORRules = .ctap2) throws(WireError) {
        let (value, end, _) = try CBORValue.decodePrefix(bytes[...], rules: rules)
        guard end == bytes.endIndex else { throw .trailingBytes }
        self = value
    }

    /// Reads the item at the start of `bytes`.
    ///
    /// - Returns: the item, the index after it, and whether its bytes were in the CTAP2 canonical form.
    public static func decodePrefix(
        _ bytes: ArraySlice<UInt8>,
        rules: CBORRules = .ctap2
    ) throws(WireError) -> (value: CBORValue, end: Int, isCanonical: Bool) {
        var decoder = CBORDecoder(bytes, rules: rules)
        let value = try decoder.item(depth: 0)
        return (value, decoder.position, decoder.isCanonical)
    }
}

/// The recursive descent over a CBOR item; its depth is bounded by the rules.
private struct CBORDecoder {
    private var reader: ByteReader
    private let rules: CBORRules
    private var items = 0
    private(set) var isCanonical = true

    init(_ bytes: ArraySlice<UInt8>, rules: CBORRules) {
        reader = ByteReader(bytes)
        self.rules = rules
    }

    var position: Int { reader.position }

    mutating func item(depth: Int) throws(WireError) -> CBORValue {
        items += 1
        guard items <= rules.items else { throw .limitExceeded(field: "CBOR items") }
        let initial = try reader.byte("CBOR item")
        let info = initial & 0x1F
        switch initial >> 5 {
        case 0: return .unsigned(try argument(info))
        case 1: return .negative(try argument(info))
        case 2: return .bytes(Array(try string(info)))
        case 3: return .text(try text(info))
        case 4: return .array(try array(info, depth: depth + 1))
        case 5: return .map(try map(info, depth: depth + 1))
        case 6: throw .invalid(field: "CBOR tag")
        default: return try simpleOrFloat(info)
        }
    }

    /// The number after an initial byte; a longer encoding than necessary is not canonical.
    private mutating func argument(_ info: UInt8) throws(WireError) -> UInt64 {
        let value: UInt64
        let least: UInt64
        switch info {
        case 0..<24: return UInt64(info)
        case 24: (value, least) = (UInt64(try reader.byte("CBOR head")), 24)
        case 25: (value, least) = (UInt64(try reader.bigEndian(UInt16.self, "CBOR head")), 1 << 8)
        case 26: (value, least) = (UInt64(try reader.bigEndian(UInt32.self, "CBOR head")), 1 << 16)
        case 27: (value, least) = (try reader.bigEndian(UInt64.self, "CBOR head"), 1 << 32)
        default: throw .invalid(field: "CBOR head")  // 28 to 30 are reserved, 31 is an indefinite length.
        }
        if value < least { try noteNotCanonical("CBOR integer") }
        return value
    }

    /// A length that fits in the rest of the input, where each unit takes at least `size` bytes.
    private mutating func count(_ info: UInt8, size: Int) throws(WireError) -> Int {
        let claimed = try argument(info)
        guard let count = Int(exactly: claimed), count <= reader.remaining / size else {
            throw .truncated(field: "CBOR item")
        }
        return count
    }

    private mutating func string(_ info: UInt8) throws(WireError) -> ArraySlice<UInt8> {
        try reader.take(try count(info, size: 1), "CBOR string")
    }

    private mutating func text(_ info: UInt8) throws(WireError) -> String {
        let slice = try string(info)
        guard let text = String(strictUTF8: slice) else { throw .invalid(field: "CBOR text") }
        return text
    }

    private mutating func array(_ info: UInt8, depth: Int) throws(WireError) -> [CBORValue] {
        try check(depth)
        let count = try count(info, size: 1)
        var elements: [CBORValue] = []
        for _ in 0..<count { elements.append(try item(depth: depth)) }
        return elements
    }

    private mutating func map(_ info: UInt8, depth: Int) throws(WireError) -> [CBORMember] {
        try check(depth)
        let count = try count(info, size: 2)
        var members: [CBORMember] = []
        members.reserveCapacity(min(count, 8))
        var isSorted = true
        var previous = reader.read(since: reader.position)
        for index in 0..<count {
            let start = reader.position
            let key = try item(depth: depth)
            let encodedKey = reader.read(since: start)
            if index > 0, !CBORKeyOrder.areIncreasing(previous, encodedKey) { isSorted = false }
            previous = encodedKey
            members.append(CBORMember(key: key, value: try item(depth: depth)))
        }
        // Strictly increasing keys in canonical form are unique. All other keys are compared by their canonical form.
        if !isSorted || !isCanonical {
            try requireUniqueKeys(members)
            if !isSorted { try noteNotCanonical("CBOR map") }
        }
        return members
    }

    private func check(_ depth: Int) throws(WireError) {
        guard depth <= rules.depth else { throw .limitExceeded(field: "CBOR depth") }
    }

    private func requireUniqueKeys(_ members: [CBORMember]) throws(WireError) {
        var seen: Set<[UInt8]> = []
        for member in members where !seen.insert(member.key.encoded()).inserted {
            throw .duplicate(field: "CBOR map key")
        }
    }

    private mutating func simpleOrFloat(_ info: UInt8) throws(WireError) -> CBORValue {
        switch info {
        case 0..<20: return .simple(info)
        case 20: return .bool(false)
        case 21: return .bool(true)
        case 22: return .null
        case 23: return .undefined
        case 24:
            let value = try reader.byte("CBOR simple value")
            guard value >= 32 else { throw .invalid(field: "CBOR simple value") }
            return .simple(value)
        case 25, 26, 27: return .float(try float(info))
        default: throw .invalid(field: "CBOR item")  // 28 to 30 are reserved, 31 is a break with nothing to end.
        }
    }

    private mutating func float(_ info: UInt8) throws(WireError) -> Double {
        let start = reader.position - 1
        let value: Double
        switch info {
        case 25: value = HalfPrecision.double(try reader.bigEndian(UInt16.self, "CBOR float"))
        case 26: value = Double(Float(bitPattern: try reader.bigEndian(UInt32.self, "CBOR float")))
        default: value = Double(bitPattern: try reader.bigEndian(UInt64.self, "CBOR float"))
        }
        // CTAP2 does not define the width of floats; this reader requires the shortest, so that each value has one
        // form.
        if !CBORValue.float(value).encoded().elementsEqual(reader.read(since: start)) {
            try noteNotCanonical("CBOR float")
        }
        return value
    }

    private mutating func noteNotCanonical(_ field: String) throws(WireError) {
        guard !rules.requiresCanonicalForm else { throw .notCanonical(field: field) }
        isCanonical = false
    }
}
