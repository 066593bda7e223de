extension QRMatrix {
    /// A picture for a page, black on white whatever the page's colours are, with modules one unit wide.
    ///
    /// The picture has no style, script or id of its own. A page with a strict content policy can contain it, even
    /// twice.
    ///
    /// - Parameter title: the text that a screen reader reads; this function escapes it.
    /// - Returns: an `svg` element.
    public func svg(title: String) -> String {
        let side = "\(drawnSize)"
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(side) \(side)\" role=\"img\""
            + " shape-rendering=\"crispEdges\"><title>\(QRMatrix.escaped(title))</title>"
            + "<rect width=\"\(side)\" height=\"\(side)\" fill=\"#fff\"/><path fill=\"#000\" d=\"\(path)\"/></svg>"
    }

    /// One rectangle for each run of dark modules in a row.
    private var path: String {
        var path = ""
        for row in 0..<drawnSize {
            var column = 0
            while column < drawnSize {
                let start = column
                while isDrawnDark(row: row, column: column) { column += 1 }
                let width = column - start
                if width > 0 { path += "M\(start) \(row)h\(width)v1h-\(width)z" }
                column += 1
            }
        }
        return path
    }

    /// Escapes text for an XML element; characters that XML 1.0 forbids become U+FFFD.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            case "\t", "\n", "\r": escaped.unicodeScalars.append(scalar)
            case "\0"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
