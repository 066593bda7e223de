import ChaveBase
import ChaveJOSE
import OpenFinanceWire
import Synchronization
import Testing

/// A keystore is asked when it has to be, one question at a time, and a known key waits for nobody.
struct KeystoresTests {
    private struct Away: Error {}

    /// A keystore that a test fills, holds, takes away and counts.
    private final class Shelf: Sendable {
        struct State {
            var now = Timestamp(seconds: 1_800_000_000)
            var keys: [VerificationKey] = []
            var isAway = false
            var isHeld = false
            var asked = 0
            var callers = 0
        }
        let state: Mutex<State>

        init(_ keys: VerificationKey...) {
            var state = State()
            state.keys = keys
            self.state = Mutex(state)
        }

        func pass(seconds: Int64) { state.withLock { $0.now = $0.now.adding(seconds: seconds) } }

        var keystores: Keystores {
            Keystores(now: { self.state.withLock { $0.now } }) { _ in
                self.state.withLock { $0.asked += 1 }
                while self.state.withLock({ $0.isHeld }) { await Task.yield() }
                let (keys, isAway) = self.state.withLock { ($0.keys, $0.isAway) }
                if isAway { throw Away() }
                return PublishedKeys(signing: try JWKSet(keys))
            }
        }

        var asked: Int { state.withLock { $0.asked } }

        func wait(untilAsked count: Int) async {
            while asked < count { await Task.yield() }
        }
    }

    private static func key(_ name: String) throws -> VerificationKey {
        try SigningKey.generate(.es256, keyID: name).publicKey
    }

    @Test func withinAnHourAKnownKeyIsNotAskedForAgain() async throws {
        let first = try Self.key("one")
        let shelf = Shelf(first)
        let keystores = shelf.keystores
        for _ in 0..<5 { #expect(try await keystores.keys(of: "bank", for: "one").keys.key("one") == first) }
        shelf.pass(seconds: 3_599)
        #expect(try await keystores.keys(of: "bank", for: "one").organisation == "bank")
        #expect(shelf.asked == 1)
    }

    /// After an hour the keystore is asked beside the caller, who waits for nothing, also when nothing ever comes.
    @Test func aKnownKeyWaitsForNoAnswer() async throws {
        let first = try Self.key("one")
        let shelf = Shelf(first)
        let keystores = shelf.keystores
        _ = try await keystores.keys(of: "bank", for: "one")
        shelf.pass(seconds: 3_600)
        shelf.state.withLock { $0.isHeld = true }
        for _ in 0..<5 { #expect(try await keystores.keys(of: "bank", for: "one").keys.key("one") == first) }
        await shelf.wait(untilAsked: 2)
        #expect(shelf.asked == 2)
        shelf.state.withLock { $0.isHeld = false }
    }

    /// A new key is seen a minute after the last question at the latest, and unknown names cost no more.
    @Test func anUnknownKeyIsAskedForOnceAMinute() async throws {
        let (first, second) = (try Self.key("one"), try Self.key("two"))
        let shelf = Shelf(first)
        let keystores = shelf.keystores
        _ = try await keystores.keys(of: "bank", for: "one")
        shelf.state.withLock { $0.keys = [first, second] }
        shelf.pass(seconds: 59)
        #expect(try await keystores.keys(of: "bank", for: "two").keys.key("two") == nil)
        #expect(shelf.asked == 1)
        shelf.pass(seconds: 1)
        #expect(try await keystores.keys(of: "bank", for: "two").keys.key("two") == second)
        for _ in 0..<10 { #expect(try await keystores.keys(of: "bank", for: "three").keys.key("three") == nil) }
        #expect(shelf.asked == 2)
    }

    /// A clock that was set back makes no answer young and stops no question.
    @Test func aClockThatIsSetBackStopsNothing() async throws {
        let (first, second) = (try Self.key("one"), try Self.key("two"))
        let shelf = Shelf(first)
        let keystores = shelf.keystores
        _ = try await keystores.keys(of: "bank", for: "one")
        shelf.state.withLock { $0.keys = [first, second] }
        shelf.pass(seconds: -5_000)
        #expect(try await keystores.keys(of: "bank", for: "two").keys.key("two") == second)
    }

    @Test func whileAKeystoreIsAwayItsLastAnswerCountsForADay() async throws {
        let first = try Self.key("one")
        let shelf = Shelf(first)
        let keystores = shelf.keystores
        _ = try await keystores.keys(of: "bank", for: "one")
        shelf.state.withLock { $0.isAway = true }
        shelf.pass(seconds: 86_399)
        #expect(try await keystores.keys(of: "bank", for: "one").keys.key("one") == first)
        await shelf.wait(untilAsked: 2)
        let unknown = await #expect(throws: Keystores.Unavailable.self) {
            try await keystores.keys(of: "bank", for: "two")
        }
        #expect(unknown?.organisation == "bank" && unknown?.underlying is Away)
        shelf.pass(seconds: 61)
        await #expect(throws: Keystores.Unavailable.self) { try await keystores.keys(of: "bank", for: "one") }
        await #expect(throws: Keystores.Unavailable.self) { try await keystores.keys(of: "other", for: "one") }
    }

    /// The answer is held until all have asked.
    @Test func manyWhoAskAtOnceCostOneQuestion() async throws {
        let first = try Self.key("one")
        let shelf = Shelf(first)
        shelf.state.withLock { $0.isHeld = true }
        let keystores = shelf.keystores
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<100 {
                group.addTask {
                    shelf.state.withLock { $0.callers += 1 }
                    let found = try await keystores.keys(of: "bank", for: "one")
                    #expect(found.keys.key("one") == first)
                }
            }
            while shelf.state.withLock({ $0.callers }) < 100 { await Task.yield() }
            await shelf.wait(untilAsked: 1)
            shelf.state.withLock { $0.isHeld = false }
            try await group.waitForAll()
        }
        #expect(shelf.asked == 1)
    }
}
