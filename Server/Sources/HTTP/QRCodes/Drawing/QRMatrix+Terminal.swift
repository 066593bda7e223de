/// How a terminal shows dark and light modules.
public enum TerminalColours: Hashable, Sendable {
    /// Black and white of the 256 colours, which no theme changes; for dark and light terminals.
    case own
    /// The terminal's own colours when they are light on dark: for a terminal or a file without colours.
    case lightOnDark
    /// The terminal's own colours when they are dark on light.
    case darkOnLight
}

extension QRMatrix {
    /// Lines of half blocks with two rows of modules in each, including the quiet zone.
    ///
    /// Each line ends in the terminal's own colours, as it began, so that it can be anywhere in a line of text.
    public func terminalText(_ colours: TerminalColours = .own) -> String {
        stride(from: 0, to: drawnSize, by: 2).map { line($0, colours) }.joined(separator: "\n")
    }

    private func line(_ row: Int, _ colours: TerminalColours) -> String {
        let cells = String(
            (0..<drawnSize).map { column in
                let upper = isDrawnDark(row: row, column: column)
                let lower = isDrawnDark(row: row + 1, column: column)
                // A block draws the foreground: dark modules, or light modules on a dark background.
                return colours == .lightOnDark ? QRMatrix.block(!upper, !lower) : QRMatrix.block(upper, lower)
            }
        )
        // Sets black on white, and resets the colours at the end.
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
