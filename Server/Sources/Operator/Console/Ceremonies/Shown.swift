import ChaveBase
import ChaveWire
import Pages

/// Shows values from outside, cut to a page's room; characters that control a browser are written as escapes.
enum Shown {
    /// A text of at most `most` scalars, because one character may be as long as a text.
    static func text(_ text: String, most: Int = 200) -> String {
        var shown = ""
        var count = 0
        for scalar in text.unicodeScalars {
            guard count < most else { return shown + "…" }
            count += 1
            if isObeyed(scalar) {
                shown += "\\u{\(String(scalar.value, radix: 16))}"
            } else {
                shown.unicodeScalars.append(scalar)
            }
        }
        return shown
    }

    /// Whether a scalar is a control character, or one that changes the direction of the text around it.
    private static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0...0x1F, 0x7F...0x9F, 0x61C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    /// Bytes in base64url: both ends, and their number.
    static func bytes(_ base64URL: String) -> HTML {
        guard let bytes = try? Base64URL.decode(base64URL) else { return code(base64URL) }
        return "<code>\(ends(base64URL))</code> (\(count(bytes.count)))"
    }

    /// Both ends of a long string of digits, which no reader compares by eye.
    static func ends(_ digits: String) -> String {
        digits.utf8.count <= 24 ? digits : "\(digits.prefix(12))…\(digits.suffix(8))"
    }

    /// A text as code, isolated from the direction of the text around it.
    static func code(_ text: String) -> HTML { "<code><bdi>\(self.text(text))</bdi></code>" }

    static func code(_ value: JSONValue) -> HTML { code(value.string ?? value.text) }

    static func list(_ values: [JSONValue], _ show: (JSONValue) -> HTML) -> HTML {
        let shown = values.prefix(8).map(show)
        let joined = shown.dropFirst().reduce(shown.first ?? "–") { "\($0), \($1)" }
        return values.count <= 8 ? joined : "\(joined), … (\(String(values.count)))"
    }

    /// A number of bytes, the same text in both languages.
    static func count(_ bytes: Int) -> String { bytes == 1 ? "1 byte" : "\(bytes) bytes" }
}
