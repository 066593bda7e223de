internal import ChaveWire

/// Values inside messages: quoted, and cut where they would fill the screen.
enum Quoted {
    private static let longest = 200

    static func text(_ text: String) -> String { "'\(plain(text))'" }

    /// The same without quotes.
    static func plain(_ text: String) -> String {
        text.utf8.count <= longest ? text : "\(text.prefix(longest))…"
    }

    static func bytes(_ bytes: [UInt8]) -> String { text(Base64URL.encode(bytes)) }

    static func list(_ texts: [String]) -> String {
        let shown = texts.prefix(8).map(text).joined(separator: ", ")
        return texts.count <= 8 ? "[\(shown)]" : "[\(shown), and \(texts.count - 8) more]"
    }
}
