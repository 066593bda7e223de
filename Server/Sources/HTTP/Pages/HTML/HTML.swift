/// A piece of HTML that escapes interpolated text and leaves interpolated HTML as it is.
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

    /// Escapes text for content and for quoted attributes; no other code turns text into HTML.
    ///
    /// The function works scalar by scalar. A `<` with a combining mark, a joiner or a variation selector after it is
    /// another `Character`, and still opens a tag in a browser.
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

extension HTML {
    /// A table that scrolls sideways in a narrow window, also with the keyboard.
    public static func scrolling(_ label: String, _ table: HTML) -> HTML {
        """
        <div class="scroll" tabindex="0" role="region" aria-label="\(label)">
        \(table)
        </div>
        """
    }
}
