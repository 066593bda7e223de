/// Reads header values that are lists, including quoted strings (RFC 9110, section 5.6).
package enum HeaderList {
    /// The elements between commas, without empty ones.
    package static func elements(of value: String) -> [Substring] {
        split(value[...], at: UInt8(ascii: ",")).filter { !$0.trimmingSpaces().isEmpty }
    }

    /// The parts between separators outside quoted strings; the result has at least one part.
    package static func split(_ text: Substring, at separator: UInt8) -> [Substring] {
        var parts: [Substring] = []
        var start = text.startIndex
        var isQuoted = false
        var isEscaped = false
        for index in text.utf8.indices {
            let byte = text.utf8[index]
            if isEscaped {
                isEscaped = false
            } else if isQuoted && byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isQuoted.toggle()
            } else if byte == separator && !isQuoted {
                parts.append(text[start..<index])
                start = text.utf8.index(after: index)
            }
        }
        return parts + [text[start...]]
    }

    /// The content of a quoted string; `nil` when the text is not a quoted string.
    package static func unquoted(_ text: String) -> String? {
        let bytes = Array(text.utf8)
        guard bytes.count >= 2, bytes.first == UInt8(ascii: "\""), bytes.last == UInt8(ascii: "\"") else { return nil }
        var said: [UInt8] = []
        var isEscaped = false
        for byte in bytes.dropFirst().dropLast() {
            if !isEscaped && byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if !isEscaped && byte == UInt8(ascii: "\"") {
                return nil
            } else {
                said.append(byte)
                isEscaped = false
            }
        }
        return isEscaped ? nil : String(decoding: said, as: UTF8.self)
    }

    /// Whether a byte is `tchar` (section 5.6.2).
    package static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}

extension Substring {
    package func trimmingSpaces() -> String {
        var text = self[...]
        while let first = text.first, first == " " || first == "\t" { text = text.dropFirst() }
        while let last = text.last, last == " " || last == "\t" { text = text.dropLast() }
        return String(text)
    }
}
