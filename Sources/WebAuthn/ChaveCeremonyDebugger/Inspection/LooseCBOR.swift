import ChaveWire

/// Reads any form of CBOR, and notes where it leaves the form that CTAP2 requires.
///
/// The result is for people to read; verification uses `CBORValue(decoding:)`. The reader drops tags and joins strings
/// of indefinite length. It keeps both of two members with the same name.
struct LooseCBOR {
    private static let deepest = 64
    private static let mostItems = 65_536

    let bytes: [UInt8]
    let part: String
    var position: Int
    private(set) var findings = Findings()
    private var items = 0

    init(_ bytes: [UInt8], from position: Int = 0, part: String) {
        self.bytes = bytes
        self.position = position
        self.part = part
    }

    /// Reads the bytes as one item, and notes bytes after it.
    static func whole(_ bytes: [UInt8], part: String, _ findings: inout Findings) throws(Finding) -> CBORValue {
        var reader = LooseCBOR(bytes, part: part)
        let value = try reader.item()
        for text in reader.findings.texts { findings.note(Finding(text)) }
        findings.noteLeftOver(bytes.count - reader.position, at: reader.position, of: part)
        return value
    }

    mutating func item() throws(Finding) -> CBORValue { try item(depth: 0) }

    mutating func item(depth: Int) throws(Finding) -> CBORValue {
        let start = position
        items += 1
        guard items <= LooseCBOR.mostItems else { throw failure("more than \(LooseCBOR.mostItems) items") }
        guard depth <= LooseCBOR.deepest else { throw failure("nested deeper than \(LooseCBOR.deepest) levels") }
        let initial = try byte()
        let info = initial & 0x1F
        switch initial >> 5 {
        case 0: return .unsigned(try number(info))
        case 1: return .negative(try number(info))
        case 2: return .bytes(try string(initial, start))
        case 3: return .text(try text(initial, start))
        case 4: return .array(try array(info, depth: depth + 1))
        case 5: return .map(try map(info, depth: depth + 1))
        case 6: return try tagged(info, start, depth: depth + 1)
        default: return try simple(info, start)
        }
    }

    // MARK: Heads

    mutating func number(_ info: UInt8) throws(Finding) -> UInt64 {
        let start = position - 1
        guard info >= 24 else { return UInt64(info) }
        guard info <= 27 else { throw Finding("a head that CBOR does not have", at: start, of: part) }
        let size = 1 << Int(info - 24)
        var value: UInt64 = 0
        for _ in 0..<size { value = value << 8 | UInt64(try byte()) }
        let least: [UInt64] = [24, 1 << 8, 1 << 16, 1 << 32]
        if value < least[Int(info - 24)] { note("\(value) is written in more bytes than it needs", start) }
        return value
    }

    /// The number of bytes or items that follow; `nil` for an indefinite length.
    mutating func count(_ info: UInt8, size: Int) throws(Finding) -> Int? {
        let start = position - 1
        if info == 31 {
            note("an indefinite length; CTAP2 wants a definite one", start)
            return nil
        }
        let claimed = try number(info)
        guard let count = Int(exactly: claimed), count <= (bytes.count - position) / size else {
            throw Finding("a length of \(claimed), more than is left", at: start, of: part)
        }
        return count
    }

    /// Whether the next byte is the break that ends an indefinite length; the reader then skips it.
    mutating func isBreak() throws(Finding) -> Bool {
        guard position < bytes.count else { throw failure("the bytes end before the break") }
        guard bytes[position] == 0xFF else { return false }
        position += 1
        return true
    }

    mutating func byte() throws(Finding) -> UInt8 {
        guard position < bytes.count else { throw failure("the bytes end inside an item") }
        defer { position += 1 }
        return bytes[position]
    }

    mutating func note(_ text: String, _ offset: Int) { findings.note(text, at: offset, of: part) }

    func failure(_ text: String) -> Finding { Finding(text, at: position, of: part) }
}
