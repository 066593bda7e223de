/// A cursor over JSON: it checks all of it and keeps the members of the outermost object.
struct JSONReader {
    /// An object in a list in an object counts three.
    static let deepest = 8

    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func document() throws(JSONRefusal) -> [String: JSONMember] {
        skipBlanks()
        let isObject = current == 0x7B
        let members = isObject ? try object(depth: 1) : [:]
        if !isObject { _ = try value(depth: 0) }
        skipBlanks()
        guard position == bytes.count else { throw .malformed }
        guard isObject else { throw .notAnObject }
        return members
    }

    // MARK: - Structure

    private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipBlanks() {
        while let byte = current, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { position += 1 }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard current == byte else { return false }
        position += 1
        return true
    }

    private mutating func object(depth: Int) throws(JSONRefusal) -> [String: JSONMember] {
        guard depth <= JSONReader.deepest else { throw .tooDeep }
        guard take(0x7B) else { throw .malformed }
        var members: [String: JSONMember] = [:]
        skipBlanks()
        if take(0x7D) { return members }
        repeat {
            skipBlanks()
            let key = try string()
            skipBlanks()
            guard take(0x3A) else { throw .malformed }
            let member = try value(depth: depth)
            guard members.updateValue(member, forKey: key) == nil else { throw .duplicateKey }
            skipBlanks()
        } while take(0x2C)
        guard take(0x7D) else { throw .malformed }
        return members
    }

    private mutating func list(depth: Int) throws(JSONRefusal) {
        guard depth <= JSONReader.deepest else { throw .tooDeep }
        guard take(0x5B) else { throw .malformed }
        skipBlanks()
        if take(0x5D) { return }
        repeat {
            _ = try value(depth: depth)
            skipBlanks()
        } while take(0x2C)
        guard take(0x5D) else { throw .malformed }
    }

    private mutating func value(depth: Int) throws(JSONRefusal) -> JSONMember {
        skipBlanks()
        let start = position
        switch current {
        case 0x22: return .text(try string())
        case 0x7B: _ = try object(depth: depth + 1)
        case 0x5B: try list(depth: depth + 1)
        case 0x74: return try word("true", .flag(true))
        case 0x66: return try word("false", .flag(false))
        case 0x6E: return try word("null", .null)
        default: return .number(try number())
        }
        return .nested(String(decoding: bytes[start..<position], as: UTF8.self))
    }

    private mutating func word(_ word: String, _ member: JSONMember) throws(JSONRefusal) -> JSONMember {
        for byte in word.utf8 {
            guard take(byte) else { throw .malformed }
        }
        return member
    }

    // MARK: - Numbers and texts

    /// `-0.5e+3`: no plus in front, no leading zero, digits on both sides of the point.
    private mutating func number() throws(JSONRefusal) -> String {
        let start = position
        _ = take(0x2D)
        if !take(0x30) { try digits() }
        if take(0x2E) { try digits() }
        if take(0x65) || take(0x45) {
            if !take(0x2B) { _ = take(0x2D) }
            try digits()
        }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func digits() throws(JSONRefusal) {
        let start = position
        while let byte = current, AddressText.isDigit(byte) { position += 1 }
        guard position > start else { throw .malformed }
    }

    private mutating func string() throws(JSONRefusal) -> String {
        guard take(0x22) else { throw .malformed }
        var units: [UInt8] = []
        while let byte = current {
            position += 1
            switch byte {
            case 0x22: return String(decoding: units, as: UTF8.self)
            case 0x5C: units += try escaped()
            case 0..<0x20: throw .malformed
            default: units.append(byte)
            }
        }
        throw .malformed
    }

    private mutating func escaped() throws(JSONRefusal) -> [UInt8] {
        guard let byte = current else { throw .malformed }
        position += 1
        switch byte {
        case 0x22, 0x5C, 0x2F: return [byte]
        case 0x62: return [0x08]
        case 0x66: return [0x0C]
        case 0x6E: return [0x0A]
        case 0x72: return [0x0D]
        case 0x74: return [0x09]
        case 0x75: return Array(String(Character(try scalar())).utf8)
        default: throw .malformed
        }
    }

    /// Four hexadecimal digits, or two such escapes for one character beyond 16 bits; half of a pair is refused.
    private mutating func scalar() throws(JSONRefusal) -> Unicode.Scalar {
        let first = try unit()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard first < 0xDC00, take(0x5C), take(0x75) else { throw .malformed }
        let second = try unit()
        guard (0xDC00...0xDFFF).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        else { throw .malformed }
        return scalar
    }

    private mutating func unit() throws(JSONRefusal) -> UInt32 {
        let digits = bytes[position...].prefix(4)
        guard digits.count == 4,
            digits.allSatisfy({ AddressText.isDigit($0) || (0x41...0x46).contains($0) || (0x61...0x66).contains($0) }),
            let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw .malformed }
        position += 4
        return value
    }
}
