/// A piece of HTML: what is interpolated as text is escaped, what is HTML already stays.
struct HTML: Hashable, Sendable, ExpressibleByStringInterpolation {
    let source: String

    init(source: String) { self.source = source }

    init(stringLiteral value: String) { source = value }

    init(stringInterpolation: StringInterpolation) { source = stringInterpolation.source }

    struct StringInterpolation: StringInterpolationProtocol {
        var source = ""

        init(literalCapacity: Int, interpolationCount: Int) { source.reserveCapacity(literalCapacity) }

        mutating func appendLiteral(_ literal: String) { source += literal }

        mutating func appendInterpolation(_ text: String) { source += HTML.escape(text) }

        mutating func appendInterpolation(_ html: HTML) { source += html.source }

        mutating func appendInterpolation(_ pieces: [HTML]) {
            for piece in pieces { source += piece.source }
        }
    }

    /// The one place where text becomes HTML, fit for content and for quoted attributes.
    ///
    /// Scalar by scalar: a character that a combining mark, a joiner or a variation selector follows is another
    /// `Character`, and still opens a tag for a browser.
    static func escape(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped.append(contentsOf: "&amp;".unicodeScalars)
            case "<": escaped.append(contentsOf: "&lt;".unicodeScalars)
            case ">": escaped.append(contentsOf: "&gt;".unicodeScalars)
            case "\"": escaped.append(contentsOf: "&quot;".unicodeScalars)
            case "'": escaped.append(contentsOf: "&#39;".unicodeScalars)
            default: escaped.append(scalar)
            }
        }
        return String(escaped)
    }
}
