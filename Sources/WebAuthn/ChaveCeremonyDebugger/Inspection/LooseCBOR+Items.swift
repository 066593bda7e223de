import ChaveWire

extension LooseCBOR {
    mutating func string(_ initial: UInt8, _ start: Int) throws(Finding) -> [UInt8] {
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

    mutating func text(_ initial: UInt8, _ start: Int) throws(Finding) -> String {
        let raw = try string(initial, start)
        let text = String(decoding: raw, as: UTF8.self)
        if !text.utf8.elementsEqual(raw) { note("a text that is not UTF-8", start) }
        return text
    }

    mutating func array(_ info: UInt8, depth: Int) throws(Finding) -> [CBORValue] {
        noteDepth(depth)
        var elements: [CBORValue] = []
        if let count = try count(info, size: 1) {
            for _ in 0..<count { elements.append(try item(depth: depth)) }
        } else {
            while try !isBreak() { elements.append(try item(depth: depth)) }
        }
        return elements
    }

    mutating func map(_ info: UInt8, depth: Int) throws(Finding) -> [CBORMember] {
        noteDepth(depth)
        var keys = CBORMapKeys()
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

    mutating func tagged(_ info: UInt8, _ start: Int, depth: Int) throws(Finding) -> CBORValue {
        let tag = try number(info)
        note("the tag \(tag); CTAP2 has none", start)
        return try item(depth: depth)
    }

    mutating func simple(_ info: UInt8, _ start: Int) throws(Finding) -> CBORValue {
        switch info {
        case 20: return .bool(false)
        case 21: return .bool(true)
        case 22: return .null
        case 23: return .undefined
        case 25, 26, 27:
            // The strict reader knows floats of every width, and the shortest form of each.
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

    mutating func noteDepth(_ depth: Int) {
        guard depth == CBORRules.ctap2.depth + 1 else { return }
        note("nested deeper than \(CBORRules.ctap2.depth) levels", position - 1)
    }
}
