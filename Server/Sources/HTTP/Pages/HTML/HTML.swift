/// A piece of HTML: what is interpolated as text is escaped, what is HTML already stays.
public struct HTML: Hashable, Sendable, ExpressibleByStringInterpolation {
    public let source: String

    public init(source: String) { self.source = source }

    public init(stringLiteral value: String) { source = value }

    public init(stringInterpolation: StringInterpolation) { source = stringInterpolation.source }

    public struct StringInterpolation: StringInterpolationProtocol {
        var source = ""

        public init(literalCapacity: Int, interpolationCount: Int) { source.reserveCapacity(literalCapacity) }

        public mutating func appendLiteral(_ literal: String) { source += literal }

        public mutating func appendInterpolation(_ text: String) { source += HTML.escape(text) }

        public mutating func appendInterpolation(_ html: HTML) { source += html.source }

        public mutating func appendInterpolation(_ pieces: [HTML]) {
            for piece in pieces { source += piece.source }
        }
    }

    /// The one place where text becomes HTML, fit for content and for quoted attributes.
    ///
    /// Scalar by scalar: a character that a combining mark, a joiner or a variation selector follows is another
    /// `Character`, and still opens a tag for a browser.
    public static func escape(_ text: String) -> String {
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
