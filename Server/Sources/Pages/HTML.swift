/// A piece of HTML: what is interpolated as text is escaped, what is HTML already stays.
package struct HTML: Hashable, Sendable, ExpressibleByStringInterpolation {
    package let source: String

    package init(source: String) { self.source = source }

    package init(stringLiteral value: String) { source = value }

    package init(stringInterpolation: StringInterpolation) { source = stringInterpolation.source }

    package struct StringInterpolation: StringInterpolationProtocol {
        var source = ""

        package init(literalCapacity: Int, interpolationCount: Int) { source.reserveCapacity(literalCapacity) }

        package mutating func appendLiteral(_ literal: String) { source += literal }

        package mutating func appendInterpolation(_ text: String) { source += HTML.escape(text) }

        package mutating func appendInterpolation(_ html: HTML) { source += html.source }

        package mutating func appendInterpolation(_ pieces: [HTML]) {
            for piece in pieces { source += piece.source }
        }
    }

    /// The one place where text becomes HTML, fit for content and for quoted attributes.
    ///
    /// Scalar by scalar: a character that a combining mark, a joiner or a variation selector follows is another
    /// `Character`, and still opens a tag for a browser.
    package static func escape(_ text: String) -> String {
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
