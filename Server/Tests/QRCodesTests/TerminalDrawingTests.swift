import QRCodes
import Testing

@Suite struct TerminalDrawingTests {
    private let matrix: QRMatrix

    init() throws { matrix = try QRMatrix(text: "482917350") }

    /// Two rows of modules for each line; `isDrawnDark` says what the foreground means.
    private func modules(_ text: String, isDrawnDark: Bool) throws -> [[Bool]] {
        try text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
            let halves = try line.map { cell -> (Bool, Bool) in
                switch cell {
                case "█": (true, true)
                case "▀": (true, false)
                case "▄": (false, true)
                case " ": (false, false)
                default: throw UnknownCell(cell: cell)
                }
            }
            return [halves.map { $0.0 == isDrawnDark }, halves.map { $0.1 == isDrawnDark }]
        }
    }

    private struct UnknownCell: Error { let cell: Character }

    @Test func halfBlocksShowTheMatrixWithItsQuietZone() throws {
        // An odd number of rows: the last line has one more row, which is light.
        let expected = modulesToBeDrawn(matrix) + [[Bool](repeating: false, count: matrix.size + 8)]
        #expect(try modules(matrix.terminalText(.darkOnLight), isDrawnDark: true) == expected)
        #expect(try modules(matrix.terminalText(.lightOnDark), isDrawnDark: false) == expected)
    }

    @Test func ownColoursAreSetAndTakenBackInEachLine() throws {
        let begin = "\u{1B}[38;5;16;48;5;231m"
        let end = "\u{1B}[0m"
        let lines = matrix.terminalText().split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.allSatisfy { $0.hasPrefix(begin) && $0.hasSuffix(end) })
        let bare = lines.map { $0.dropFirst(begin.count).dropLast(end.count) }.joined(separator: "\n")
        #expect(bare == matrix.terminalText(.darkOnLight))
    }

    @Test func withoutColoursThereIsNoControlCharacter() {
        for colours in [TerminalColours.lightOnDark, .darkOnLight] {
            let text = matrix.terminalText(colours)
            #expect(!text.unicodeScalars.contains { $0 != "\n" && $0.properties.generalCategory == .control })
        }
    }
}
