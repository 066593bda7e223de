/// How a terminal is made to show dark and light.
public enum TerminalColours: Hashable, Sendable {
    /// Black and white of the 256 colours, which no theme changes; for a terminal, dark or light.
    case own
    /// The terminal's own colours, which are light on dark: for a terminal or a file without colours.
    case lightOnDark
    /// The terminal's own colours, which are dark on light.
    case darkOnLight
}

extension QRMatrix {
    /// Lines of half blocks, two rows of modules in each, with the quiet zone.
    ///
    /// Each line ends as it began, in the terminal's own colours, so that it may stand anywhere in a line.
    public func terminalText(_ colours: TerminalColours = .own) -> String {
        stride(from: 0, to: drawnSize, by: 2).map { line($0, colours) }.joined(separator: "\n")
    }

    private func line(_ row: Int, _ colours: TerminalColours) -> String {
        let cells = String(
            (0..<drawnSize).map { column in
                let upper = isDrawnDark(row: row, column: column)
                let lower = isDrawnDark(row: row + 1, column: column)
                // What is drawn is the foreground: dark, or light where the background is dark.
                return colours == .lightOnDark ? QRMatrix.block(!upper, !lower) : QRMatrix.block(upper, lower)
            }
        )
        // Black on white, and everything back to what it was.
        return colours == .own ? "\u{1B}[38;5;16;48;5;231m\(cells)\u{1B}[0m" : cells
    }

    private static func block(_ upper: Bool, _ lower: Bool) -> Character {
        switch (upper, lower) {
        case (true, true): "█"
        case (true, false): "▀"
        case (false, true): "▄"
        case (false, false): " "
        }
    }
}
