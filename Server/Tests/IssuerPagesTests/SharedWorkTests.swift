import ChaveBase
import Testing

@testable import IssuerPages

/// Work that is done once, and how much of it is known at a time.
@Suite struct SharedWorkTests {
    private let clock = Shared(IssuerStage.time)

    private func work(keptSeconds: Int64 = 60, most: Int) -> SharedWork<Int, Int> {
        let clock = clock
        return SharedWork(keptSeconds: keptSeconds, most: most) { clock.value }
    }

    @Test func theOldestOutcomeGoesAndTheOthersAreThere() async {
        let work = work(most: 3)
        for key in 1...4 { _ = await work.outcome(of: key) { { key * 10 } } }
        #expect(await work.count == 3)
        #expect(await work.outcome(of: 1) { nil } == nil)
        for key in 2...4 { #expect(await work.outcome(of: key) { nil } == key * 10) }
    }

    @Test func whatIsUnderWayStaysForAnOutcome() async {
        let work = work(most: 2)
        let held = HeldCalls()
        async let slow = work.outcome(of: 1) {
            {
                await held.wait()
                return 10
            }
        }
        await held.first()
        for key in 2...5 { _ = await work.outcome(of: key) { { key * 10 } } }
        #expect(await work.count == 2)
        async let same = work.outcome(of: 1) { nil }
        await held.letGo()
        #expect(await slow == 10)
        #expect(await same == 10)
    }

    @Test func whereAllAreUnderWayWhoWaitsStillHasTheOutcome() async {
        let work = work(most: 1)
        let held = HeldCalls()
        async let slow = work.outcome(of: 1) {
            {
                await held.wait()
                return 10
            }
        }
        await held.first()
        #expect(await work.outcome(of: 2) { { 20 } } == 20)
        #expect(await work.count == 1)
        await held.letGo()
        #expect(await slow == 10)
    }

    @Test func anOutcomeIsKeptForItsTimeAndWhatBeganNothingIsNot() async {
        let work = work(most: 2)
        #expect(await work.outcome(of: 1) { nil } == nil)
        #expect(await work.count == 0)
        #expect(await work.outcome(of: 1) { { 10 } } == 10)
        clock.value = IssuerStage.time.adding(seconds: 59)
        #expect(await work.outcome(of: 1) { { 11 } } == 10)
        clock.value = IssuerStage.time.adding(seconds: 60)
        #expect(await work.outcome(of: 1) { { 12 } } == 12)
    }

    @Test func aReturnIsKnownByBothItsSessionAndItsQuery() {
        let one = SignInReturn(session: "ab", query: "c")
        #expect(one == SignInReturn(session: "ab", query: "c"))
        for other in [("a", "bc"), ("ab", "d"), ("abc", ""), ("", "abc")] {
            #expect(one != SignInReturn(session: other.0, query: other.1))
        }
    }
}
