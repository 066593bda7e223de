/// Writes parts of a picture, and escapes all text.
enum SVG {
    static func text(_ text: String, x: Double, y: Double, anchor: String = "start", style: String = "") -> String {
        """
        <text x="\(number(x))" y="\(number(y))" text-anchor="\(anchor)"\(classed(style))>\(escaped(text))</text>

        """
    }

    static func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, style: String) -> String {
        """
        <line x1="\(number(x1))" y1="\(number(y1))" x2="\(number(x2))" y2="\(number(y2))"\(classed(style))/>

        """
    }

    /// A line through points.
    static func path(_ points: [(x: Double, y: Double)], style: String) -> String {
        let steps = points.enumerated().map { index, point in
            "\(index == 0 ? "M" : "L")\(number(point.x)) \(number(point.y))"
        }
        return """
            <path d="\(steps.joined(separator: " "))"\(classed(style))/>

            """
    }

    static func rectangle(x: Double, y: Double, width: Double, height: Double, style: String) -> String {
        """
        <rect x="\(number(x))" y="\(number(y))" width="\(number(width))" height="\(number(height))"\(classed(style))/>

        """
    }

    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            // XML 1.0 has no way to write these characters.
            case _ where scalar.value < 0x20 && scalar != "\n" && scalar != "\t": continue
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// A number with one decimal, which is enough for a picture.
    static func number(_ value: Double) -> String {
        let tenths = Int64((min(max(value, -1e9), 1e9) * 10).rounded())
        let sign = tenths < 0 ? "-" : ""
        return tenths % 10 == 0
            ? "\(sign)\(tenths.magnitude / 10)" : "\(sign)\(tenths.magnitude / 10).\(tenths.magnitude % 10)"
    }

    private static func classed(_ style: String) -> String { style.isEmpty ? "" : " class=\"\(style)\"" }
}
