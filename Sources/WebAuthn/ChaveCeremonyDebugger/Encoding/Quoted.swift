import ChaveBase

/// Values inside messages, quoted, and shortened when they would fill the screen.
enum Quoted {
    /// The maximum number of bytes that a message shows of one value.
    private static let longest = 200

    static func text(_ text: String) -> String { "'\(plain(text))'" }

    /// The text without quotes; characters that control a terminal are escaped.
    static func plain(_ text: String) -> String {
        // The loop counts scalars, because one character may be as long as a whole text.
        var shown = String.UnicodeScalarView()
        var size = 0
        for scalar in text.unicodeScalars {
            size += UTF8.width(scalar)
            guard size <= longest else { return "\(String(shown))…" }
            if (0x7F...0x9F).contains(scalar.value) {
                shown += "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars
            } else {
                shown.append(scalar)
            }
        }
        return String(shown)
    }

    static func bytes(_ bytes: [UInt8]) -> String { text(Base64URL.encode(bytes)) }

    static func list(_ texts: [String]) -> String {
        let shown = texts.prefix(8).map(text).joined(separator: ", ")
        return texts.count <= 8 ? "[\(shown)]" : "[\(shown), and \(texts.count - 8) more]"
    }
}
