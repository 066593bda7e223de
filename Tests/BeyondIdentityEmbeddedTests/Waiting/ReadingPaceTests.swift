import Testing

@testable import BeyondIdentityEmbedded

@Suite
struct ReadingPaceTests {
    @Test(
        arguments: [
            // The first answer brings what the next read waits by.
            (nil, "\"1\"", 0, 0),
            (nil, "\"1\"", 5_000, 0),
            // Held, or not.
            ("\"1\"", "\"1\"", 1_000, 0),
            ("\"1\"", "\"2\"", 25_000, 0),
            ("\"1\"", "\"1\"", 999, 2_000),
            // A new tag each time, at once: a server that holds nothing is not asked without end.
            ("\"1\"", "\"2\"", 0, 2_000),
            // No tags at all.
            (nil, nil, 0, 2_000),
            (nil, nil, 1_000, 0),
            // A proxy on the way that loses them.
            ("\"1\"", nil, 0, 2_000),
        ] as [(String?, String?, Int64, Int64)]
    )
    func aReadIsMadeAtOnceWhereItWillBeHeld(_ known: String?, _ next: String?, _ took: Int64, _ pause: Int64) {
        #expect(ReadingPace(knownTag: known, nextTag: next, tookMilliseconds: took).pause == pause)
    }
}
