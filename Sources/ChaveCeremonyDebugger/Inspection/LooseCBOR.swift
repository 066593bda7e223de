import ChaveWire

/// Reads whatever CBOR can mean, and notes where it leaves the form that CTAP2 asks for.
///
/// For people to look at: what is verified is read by `CBORValue(decoding:)`. Tags are dropped, strings of indefinite
/// length joined, members that stand twice kept twice.
struct LooseCBOR {
    private static let deepest = 64
    private static let mostItems = 65_536

    private let bytes: [UInt8]
    private let part: String
    private(set) var position: Int
    private(set) var findings = Findings()
    private var items = 0

    init(_ bytes: [UInt8], from position: Int = 0, part: String) {
        self.bytes = bytes
        self.position = position
        self.part = part
    }

    /// The one item that the bytes are; more of them are noted.
    static func whole(_ bytes: [UInt8], part: String, _ findings: inout Findings) throws(Finding) -> CBORValue {
        var reader = LooseCBOR(bytes, part: part)
        let value = try reader.item()
        for text in reader.findings.texts { findings.note(Finding(text)) }
        let rest = bytes.count - reader.position
        if rest > 0 { findings.note("\(rest) bytes are left over", at: reader.position, of: part) }
        return value
    }

    mutating func item() throws(Finding) -> CBORValue { try item(depth: 0) }

    private mutating func item(depth: Int) throws(Finding) -> CBORValue {
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

    private mutating func number(_ info: UInt8) throws(Finding) -> UInt64 {
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

    /// How many bytes or items follow; `nil` for an indefinite length.
    private mutating func count(_ info: UInt8, size: Int) throws(Finding) -> Int? {
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

    /// Whether the break that ends an indefinite length stands here; it is passed over.
    private mutating func isBreak() throws(Finding) -> Bool {
        guard position < bytes.count else { throw failure("the bytes end before the break") }
        guard bytes[position] == 0xFF else { return false }
        position += 1
        return true
    }

    private mutating func byte() throws(Finding) -> UInt8 {
        guard position < bytes.count else { throw failure("the bytes end inside an item") }
        defer { position += 1 }
        return bytes[position]
    }

    private mutating func note(_ text: String, _ offset: Int) { findings.note(text, at: offset, of: part) }

    private func failure(_ text: String) -> Finding { Finding(text, at: position, of: part) }
}

// MARK: - Kinds of items

extension LooseCBOR {
    private mutating func string(_ initial: UInt8, _ start: Int) throws(Finding) -> [UInt8] {
        if let count = try count(initial & 0x1F, size: 1) {
            defer { position += count }
            return Array(bytes[position..<position + count])
        }
        var joined: [UInt8] = []
        while try !isBreak() {
            let chunk = try byte()
            guard chunk >> 5 == initial >> 5, chunk & 0x1F != 31, let count = try count(chunk & 0x1F, size: 1) else {
                throw Finding("a string's chunk is of another kind", at: position - 1, of: part)
            }
            joined += bytes[position..<position + count]
            position += count
        }
        return joined
    }

    private mutating func text(_ initial: UInt8, _ start: Int) throws(Finding) -> String {
        let raw = try string(initial, start)
        let text = String(decoding: raw, as: UTF8.self)
        if !text.utf8.elementsEqual(raw) { note("a text that is not UTF-8", start) }
        return text
    }

    private mutating func array(_ info: UInt8, depth: Int) throws(Finding) -> [CBORValue] {
        noteDepth(depth)
        var elements: [CBORValue] = []
        if let count = try count(info, size: 1) {
            for _ in 0..<count { elements.append(try item(depth: depth)) }
        } else {
            while try !isBreak() { elements.append(try item(depth: depth)) }
        }
        return elements
    }

    private mutating func map(_ info: UInt8, depth: Int) throws(Finding) -> [CBORMember] {
        noteDepth(depth)
        var keys = MapKeys()
        var members: [CBORMember] = []
        var left = try count(info, size: 2)
        while true {
            if left == 0 { return members }
            if left == nil, try isBreak() { return members }
            left = left.map { $0 - 1 }
            let start = position
            let key = try item(depth: depth)
            if let fault = keys.fault(of: key, written: Array(bytes[start..<position])) {
                note("the key \(Quoted.plain(CBORDiagnostic.text(key))) \(fault)", start)
            }
            members.append(CBORMember(key: key, value: try item(depth: depth)))
        }
    }

    private mutating func tagged(_ info: UInt8, _ start: Int, depth: Int) throws(Finding) -> CBORValue {
        let tag = try number(info)
        note("the tag \(tag); CTAP2 has none", start)
        return try item(depth: depth)
    }

    private mutating func simple(_ info: UInt8, _ start: Int) throws(Finding) -> CBORValue {
        switch info {
        case 20: return .bool(false)
        case 21: return .bool(true)
        case 22: return .null
        case 23: return .undefined
        case 25, 26, 27:
            // The strict reader knows floats of every width, and which one is the shortest.
            guard
                let float = try? CBORValue.decodePrefix(bytes[start...], rules: .tolerant)
            else { throw failure("the bytes end inside a float") }
            if !float.isCanonical { note("a float in more bytes than it needs", start) }
            position = float.end
            return float.value
        default:
            let value = info == 24 ? try byte() : info
            guard info <= 24, info < 20 || value >= 32 else {
                throw Finding("a head that CBOR does not have", at: start, of: part)
            }
            return .simple(value)
        }
    }

    private mutating func noteDepth(_ depth: Int) {
        guard depth == CBORRules.ctap2.depth + 1 else { return }
        note("nested deeper than \(CBORRules.ctap2.depth) levels", position - 1)
    }
}

/// The keys of one map so far.
private struct MapKeys {
    private var seen: Set<CBORValue> = []
    private var last: [UInt8]?

    mutating func fault(of key: CBORValue, written: [UInt8]) -> String? {
        defer { last = written }
        guard seen.insert(key).inserted else { return "stands twice" }
        guard let last, !MapKeys.areIncreasing(last, written) else { return nil }
        return "is out of CTAP2's order: by kind, then shorter first, then by bytes"
    }

    private static func areIncreasing(_ first: [UInt8], _ second: [UInt8]) -> Bool {
        let kinds = ((first.first ?? 0) >> 5, (second.first ?? 0) >> 5)
        guard kinds.0 == kinds.1 else { return kinds.0 < kinds.1 }
        guard first.count == second.count else { return first.count < second.count }
        return first.lexicographicallyPrecedes(second)
    }
}
