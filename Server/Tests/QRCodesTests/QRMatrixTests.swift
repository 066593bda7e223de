import QRCodes
import Testing

@Suite struct QRMatrixTests {
    /// The symbol of ISO/IEC 18004, annex I: version 1-M, mask 010.
    private static let standardSymbol = """
        #######..#.##.#######
        #.....#..####.#.....#
        #.###.#.#.....#.###.#
        #.###.#.##....#.###.#
        #.###.#.#.###.#.###.#
        #.....#.#...#.#.....#
        #######.#.#.#.#######
        ........#..##........
        #.#####..#..#.#####..
        ...#.#.##.#.#..#.##..
        ..#...##.#.#.#..#####
        ....#....#.....####..
        ...######..#.#..#....
        ........#.#####..##..
        #######..##.#.##.....
        #.....#.#.#####...#.#
        #.###.#.#...#..#.##..
        #.###.#.##..#..#.....
        #.###.#.#.##.#..#.#..
        #.....#........##.##.
        #######.####.#..#.#..
        """

    /// Bytes that versions 1 to 40 hold at level M (ISO/IEC 18004, table 7).
    private static let capacities = [
        14, 26, 42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331, 362, 412, 450, 504, 560, 624, 666, 711, 779, 857,
        911, 997, 1059, 1125, 1190, 1264, 1370, 1452, 1538, 1628, 1722, 1809, 1911, 1989, 2099, 2213, 2331,
    ]

    @Test func theStandardsExampleIsTheStandardsSymbol() throws {
        let matrix = try QRMatrix(text: "01234567")
        let drawn = (0..<matrix.size).map { row in
            String((0..<matrix.size).map { matrix.isDark(row: row, column: $0) ? "#" as Character : "." })
        }
        #expect(drawn.joined(separator: "\n") == QRMatrixTests.standardSymbol)
    }

    @Test(arguments: 1...40) func eachVersionIsAsLargeAsTheStandardSays(_ version: Int) throws {
        let capacity = QRMatrixTests.capacities[version - 1]
        #expect(try QRMatrix(text: String(repeating: "a", count: capacity)).size == 17 + 4 * version)
        guard version < 40 else { return }
        #expect(try QRMatrix(text: String(repeating: "a", count: capacity + 1)).size == 21 + 4 * version)
    }

    @Test func whatHasNoCodeIsRefusedWithItsReason() {
        #expect(throws: QRRefusal.empty) { try QRMatrix(text: "") }
        #expect(throws: QRRefusal.zeroByte) { try QRMatrix(text: "a\0b") }
        #expect(throws: QRRefusal.tooLong(bytes: 2332)) { try QRMatrix(text: String(repeating: "a", count: 2332)) }
        #expect(throws: QRRefusal.tooLong(bytes: 5597)) { try QRMatrix(text: String(repeating: "1", count: 5597)) }
        #expect(throws: Never.self) { try QRMatrix(text: String(repeating: "1", count: 5596)) }
    }

    @Test func refusalsSayWhatWouldFit() {
        let text = QRRefusal.tooLong(bytes: 9999).description
        #expect(text.contains("9999") && text.contains("2331"))
    }

    @Test func theSameTextIsTheSameMatrix() throws {
        #expect(try QRMatrix(text: "482 917 350") == QRMatrix(text: "482 917 350"))
        #expect(try QRMatrix(text: "482917350") != QRMatrix(text: "482917351"))
    }

    @Test func onlySizesOfTheStandardAreMatrices() {
        for size in [-1, 0, 1, 20, 22, 23, 24, 178, 181] {
            let modules = [Bool](repeating: true, count: max(size, 0) * max(size, 0))
            #expect(QRMatrix(size: size, modules: modules) == nil)
        }
        #expect(QRMatrix(size: 21, modules: [Bool](repeating: true, count: 440)) == nil)
        #expect(QRMatrix(size: 21, modules: [Bool](repeating: true, count: 441)) != nil)
    }

    @Test func outsideOfTheSquareEverythingIsLight() throws {
        let full = try #require(QRMatrix(size: 21, modules: [Bool](repeating: true, count: 441)))
        #expect(full.isDark(row: 20, column: 20))
        for (row, column) in [(-1, 0), (0, -1), (21, 0), (0, 21), (.max, .min)] {
            #expect(!full.isDark(row: row, column: column))
        }
    }
}
