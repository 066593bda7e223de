import ChaveBase

extension JSONValue {
    /// Reads one JSON text (RFC 8259), strictly.
    ///
    /// The reader refuses, besides every text outside of the grammar: duplicate names, lone surrogates, a byte-order
    /// mark, text that is not UTF-8, anything after the value, and a text beyond `limits`. Nothing is allocated for a
    /// size that the text only claims.
    public init(parsing bytes: [UInt8], limits: JSONLimits = .standard) throws(JSONError) {
        guard bytes.count <= limits.bytes else { throw JSONError(position: limits.bytes, problem: .tooLong) }
        var reader = JSONReader(bytes: bytes, limits: limits)
        self = try reader.document()
    }

    /// Reads one value and nothing after it; a duplicate name in an object is an error.
    public init(parsing text: String, limits: JSONLimits = .standard) throws(JSONError) {
        try self.init(parsing: Array(text.utf8), limits: limits)
    }
}

/// The cursor over a JSON text.
private struct JSONReader {
    private let bytes: [UInt8]
    private let limits: JSONLimits
    private var position = 0
    private var values = 0

    init(bytes: [UInt8], limits: JSONLimits) {
        self.bytes = bytes
        self.limits = limits
    }

    mutating func document() throws(JSONError) -> JSONValue {
        skipWhitespace()
        guard position < bytes.count else { throw failure(.empty) }
        let value = try value(depth: 1)
        skipWhitespace()
        guard position == bytes.count else { throw failure(.trailingBytes) }
        return value
    }

    private mutating func value(depth: Int) throws(JSONError) -> JSONValue {
        guard depth <= limits.depth else { throw failure(.tooDeep) }
        values += 1
        guard values <= limits.values else { throw failure(.tooManyValues) }
        switch try peek() {
        case UInt8(ascii: "{"): return .object(try object(depth: depth))
        case UInt8(ascii: "["): return .array(try array(depth: depth))
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"):
            try literal("true")
            return .bool(true)
        case UInt8(ascii: "f"):
            try literal("false")
            return .bool(false)
        case UInt8(ascii: "n"):
            try literal("null")
            return .null
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
        default: throw failure(.unexpectedByte)
        }
    }

    private mutating func object(depth: Int) throws(JSONError) -> JSONObject {
        var object = JSONObject()
        position += 1
        skipWhitespace()
        if try peek() == UInt8(ascii: "}") {
            position += 1
            return object
        }
        while true {
            let start = position
            guard try peek() == UInt8(ascii: "\"") else { throw failure(.unexpectedByte) }
            let name = try string()
            guard !object.contains(name) else { throw JSONError(position: start, problem: .duplicateName) }
            skipWhitespace()
            try expect(UInt8(ascii: ":"))
            skipWhitespace()
            object.append(name, try value(depth: depth + 1))
            if try endsAfterElement(UInt8(ascii: "}")) { return object }
        }
    }

    private mutating func array(depth: Int) throws(JSONError) -> [JSONValue] {
        var elements: [JSONValue] = []
        position += 1
        skipWhitespace()
        if try peek() == UInt8(ascii: "]") {
            position += 1
            return elements
        }
        while true {
            elements.append(try value(depth: depth + 1))
            if try endsAfterElement(UInt8(ascii: "]")) { return elements }
        }
    }

    /// After an element: `true` at the closing byte, `false` after a comma.
    private mutating func endsAfterElement(_ close: UInt8) throws(JSONError) -> Bool {
        skipWhitespace()
        let byte = try peek()
        guard byte == close || byte == UInt8(ascii: ",") else { throw failure(.unexpectedByte) }
        position += 1
        if byte == close { return true }
        skipWhitespace()
        return false
    }

    private mutating func number() throws(JSONError) -> JSONNumber {
        let start = position
        while position < bytes.count, isNumberByte(bytes[position]) { position += 1 }
        let text = bytes[start..<position]
        guard JSONNumber.isNumber(text) else { throw JSONError(position: start, problem: .invalidNumber) }
        return JSONNumber(checked: String(decoding: text, as: UTF8.self))
    }

    private func isNumberByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "e"), UInt8(ascii: "E"):
            true
        default: false
        }
    }

    private mutating func string() throws(JSONError) -> String {
        position += 1
        let start = position
        var seen: UInt8 = 0
        // Most strings have no escape: the reader takes them as one slice.
        while position < bytes.count {
            let byte = bytes[position]
            switch byte {
            case UInt8(ascii: "\""):
                // A slice of ASCII bytes is valid UTF-8 without a check.
                let slice = bytes[start..<position]
                let text = seen < 0x80 ? String(decoding: slice, as: UTF8.self) : try utf8(slice, from: start)
                position += 1
                return text
            case UInt8(ascii: "\\"): return try escapedString(from: start)
            case 0x00..<0x20: throw failure(.controlCharacter)
            default:
                seen |= byte
                position += 1
            }
        }
        throw failure(.unexpectedEnd)
    }

    private mutating func escapedString(from start: Int) throws(JSONError) -> String {
        var text = Array(bytes[start..<position])
        while position < bytes.count {
            let byte = bytes[position]
            switch byte {
            case UInt8(ascii: "\""):
                let string = try utf8(text[...], from: start)
                position += 1
                return string
            case UInt8(ascii: "\\"): text.append(contentsOf: String(try escape()).utf8)
            case 0x00..<0x20: throw failure(.controlCharacter)
            default:
                text.append(byte)
                position += 1
            }
        }
        throw failure(.unexpectedEnd)
    }

    private mutating func escape() throws(JSONError) -> Unicode.Scalar {
        let start = position
        position += 1
        let byte = try peek()
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try unicodeEscape(from: start)
        default: throw JSONError(position: start, problem: .invalidEscape)
        }
    }

    private mutating func unicodeEscape(from start: Int) throws(JSONError) -> Unicode.Scalar {
        let first = try fourHexDigits(from: start)
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard first < 0xDC00, position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"),
            bytes[position + 1] == UInt8(ascii: "u")
        else { throw JSONError(position: start, problem: .loneSurrogate) }
        position += 2
        let second = try fourHexDigits(from: start)
        guard (0xDC00...0xDFFF).contains(second),
            let scalar = Unicode.Scalar(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00))
        else { throw JSONError(position: start, problem: .loneSurrogate) }
        return scalar
    }

    private mutating func fourHexDigits(from start: Int) throws(JSONError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            let byte = try peek()
            guard let digit = hexDigit(byte) else { throw JSONError(position: start, problem: .invalidEscape) }
            value = value << 4 | digit
            position += 1
        }
        return value
    }

    private func hexDigit(_ byte: UInt8) -> UInt32? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
        default: nil
        }
    }

    private func utf8(_ slice: ArraySlice<UInt8>, from start: Int) throws(JSONError) -> String {
        guard let text = String(strictUTF8: slice) else { throw JSONError(position: start, problem: .invalidUTF8) }
        return text
    }

    private mutating func literal(_ word: StaticString) throws(JSONError) {
        for offset in 0..<word.utf8CodeUnitCount {
            try expect(word.utf8Start[offset])
        }
    }

    private mutating func expect(_ byte: UInt8) throws(JSONError) {
        guard try peek() == byte else { throw failure(.unexpectedByte) }
        position += 1
    }

    private func peek() throws(JSONError) -> UInt8 {
        guard position < bytes.count else { throw failure(.unexpectedEnd) }
        return bytes[position]
    }

    private mutating func skipWhitespace() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x09, 0x0A, 0x0D: position += 1
            default: return
            }
        }
    }

    private func failure(_ problem: JSONError.Problem) -> JSONError {
        JSONError(position: position, problem: problem)
    }
}
