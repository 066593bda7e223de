extension JSONValue {
    /// The value as compact JSON text in UTF-8, with the members in their order.
    public func encoded() -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(256)
        append(to: &bytes)
        return bytes
    }

    /// The value as compact JSON text.
    public var text: String { String(decoding: encoded(), as: UTF8.self) }

    private func append(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes.append(contentsOf: "null".utf8)
        case .bool(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
        case .number(let number): bytes.append(contentsOf: number.text.utf8)
        case .string(let text): JSONValue.append(text, to: &bytes)
        case .array(let elements):
            bytes.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                element.append(to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let object):
            bytes.append(UInt8(ascii: "{"))
            var isFirst = true
            object.forEachMember { name, value in
                if !isFirst { bytes.append(UInt8(ascii: ",")) }
                isFirst = false
                JSONValue.append(name, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                value.append(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    /// Appends the serialisation of WebAuthn Level 3, section 5.8.1.2 (CCDToString): only quotes, backslashes and
    /// control characters are escaped.
    static func append(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { characters in
            // Most texts have nothing to escape: the bytes between two escaped bytes are appended as one piece.
            var start = 0
            for index in characters.indices where isEscaped(characters[index]) {
                bytes.append(contentsOf: characters[start..<index])
                append(escaped: characters[index], to: &bytes)
                start = index + 1
            }
            bytes.append(contentsOf: characters[start...])
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func isEscaped(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private static func append(escaped byte: UInt8, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\\"))
        guard byte < 0x20 else { return bytes.append(byte) }
        bytes.append(contentsOf: "u00".utf8)
        bytes.append(hexDigits[Int(byte >> 4)])
        bytes.append(hexDigits[Int(byte & 0x0F)])
    }

    private static let hexDigits = Array("0123456789abcdef".utf8)
}
