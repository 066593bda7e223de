import ChaveBase
import OpenFinanceWire
import Testing

/// A `jti` counts once for each sender, in memory that is bounded for each.
struct SeenTokenIDsTests {
    private static let start = Timestamp(seconds: 1_800_000_000)

    @Test func anIDCountsOnceForEachSender() {
        var seen = SeenTokenIDs()
        #expect(seen.take("a", of: "bank", at: Self.start) == .new)
        #expect(seen.take("a", of: "bank", at: Self.start) == .seen)
        #expect(seen.take("a", of: "other", at: Self.start) == .new)
        #expect(seen.take("ka", of: "ban", at: Self.start) == .new)
        #expect(seen.take("b", of: "bank", at: Self.start) == .new)
        #expect(seen.count == 4)
    }

    /// At each second of an hour: never forgotten within the time, always after it and an eighth.
    @Test func anIDIsKeptForItsTimeAndNotMuchLonger() {
        for offset in 0..<200 {
            let begun = Self.start.adding(seconds: offset)
            var seen = SeenTokenIDs(keptSeconds: 80)
            _ = seen.take("a", of: "bank", at: begun)
            var early = seen
            #expect(early.take("a", of: "bank", at: begun.adding(seconds: 80)) == .seen)
            #expect(seen.take("a", of: "bank", at: begun.adding(seconds: 91)) == .new)
        }
    }

    /// A sender without room is refused alone, and has room again when its ids are old.
    @Test func oneSenderTakesNoRoomFromAnother() {
        var seen = SeenTokenIDs(keptSeconds: 80, capacity: 3)
        for id in ["a", "b", "c"] { #expect(seen.take(id, of: "bank", at: Self.start) == .new) }
        #expect(seen.take("d", of: "bank", at: Self.start) == .full)
        #expect(seen.take("a", of: "bank", at: Self.start) == .seen)
        #expect(seen.take("d", of: "other", at: Self.start) == .new)
        #expect(seen.take("d", of: "bank", at: Self.start.adding(seconds: 100)) == .new)
    }
}
