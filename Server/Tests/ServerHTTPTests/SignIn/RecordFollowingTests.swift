import Testing

@testable import SignInHTTP

/// How often a held answer reads the records.
struct RecordFollowingTests {
    /// Rows of what is left of the time, when the view says it changes, and for how long nothing is asked.
    @Test(
        arguments: [
            (20_000, 1, 250), (20_000, 0, 250), (20_000, -5, 250), (20_000, 251, 251), (20_000, nil, 20_000),
            (20_000, 30_000, 20_000), (100, 1, 100), (100, nil, 100),
        ] as [(Int64, Int64?, Int64)]
    )
    func aHeldAnswerReadsFourTimesASecondAtMost(_ left: Int64, _ changesIn: Int64?, _ pause: Int64) {
        #expect(RecordBoard.pause(left: left, changesIn: changesIn) == pause)
    }
}
