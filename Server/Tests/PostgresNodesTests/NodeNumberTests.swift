import Testing

@testable import PostgresNodes

struct NodeNumberTests {
    /// Whatever the bytes are, it is a number that a column takes and that no row has by default.
    @Test(
        arguments: [
            ([UInt8](repeating: 0, count: 8), 1), ([UInt8](repeating: 255, count: 8), .max), ([], 1),
            ([1, 0, 0, 0, 0, 0, 0, 2], 1 << 55 | 1),
        ] as [([UInt8], Int64)]
    )
    func itIsDrawnFromWhatIsGiven(_ bytes: [UInt8], _ number: Int64) {
        #expect(NodeNumber { count in Array(bytes.prefix(count)) }.value == number)
    }

    @Test func noTwoStartsHaveTheSame() {
        #expect(Set((0..<100).map { _ in NodeNumber.drawn() }).count == 100)
    }
}
