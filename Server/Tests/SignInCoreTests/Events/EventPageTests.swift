import ChaveBase
import ServerTestSupport
import SignInModel
import Testing

@testable import SignInCore

/// How events are listed, and how long they are kept.
struct EventPageTests {
    private let home = TestSignIn.home

    /// Events a second apart; `kinds` repeats.
    private func write(
        _ rig: TestSignIn,
        _ count: Int,
        _ type: SignInEvent.EventType,
        user: String? = nil,
        client: String? = nil
    ) async throws {
        for start in stride(from: 0, to: count, by: 250) {
            var change = RecordChange()
            for _ in start..<min(count, start + 250) {
                rig.advance(milliseconds: 2)
                rig.signIn.note(type, home, user: user, client: client, in: &change)
            }
            #expect(try await rig.signIn.records.commit(change) == .committed)
        }
    }

    @Test func pagesHaveEachEventOnceByAge() async throws {
        let rig = try await TestSignIn().withTenant()
        try await write(rig, 1_203, .tokensIssued, user: "a")
        var (seen, last): ([SignInEvent], String?) = ([], nil)
        repeat {
            let page = try await rig.signIn.events(of: home, after: last, limit: 100)
            seen += page.events
            last = page.next
        } while last != nil
        #expect(seen.count == 1_203 && Set(seen.map(\.id)).count == 1_203)
        #expect(seen.map(\.at) == seen.map(\.at).sorted { $0.microseconds < $1.microseconds })
        let rest = try await rig.signIn.events(of: home, after: seen[1_200].id, limit: 100)
        #expect(rest.events == Array(seen.suffix(2)) && rest.next == nil)
    }

    @Test func filtersAgreeAllTogether() async throws {
        let rig = try await TestSignIn().withTenant()
        try await write(rig, 2, .tokensIssued, user: "a", client: "x")
        try await write(rig, 3, .tokensIssued, user: "b", client: "x")
        try await write(rig, 4, .tokensRefreshed, user: "a", client: "y")
        for (filter, count) in [
            (EventFilter(), 9), (EventFilter(user: "a"), 6), (EventFilter(client: "x"), 5),
            (EventFilter(type: .tokensRefreshed), 4), (EventFilter(type: .tokensIssued, user: "a"), 2),
            (EventFilter(user: "a", client: "y"), 4), (EventFilter(type: .tokensIssued, user: "a", client: "y"), 0),
            (EventFilter(user: "nobody"), 0),
        ] {
            #expect(try await rig.signIn.events(of: home, filter).events.count == count, "\(filter)")
        }
        _ = try await rig.withTenant(.named("other"))
        #expect(try await rig.signIn.events(of: .named("other")).events.isEmpty)
    }

    /// Else a filter that nothing meets would read all that a tenant has, for one call.
    @Test func onePageLooksAtSoManyEventsAndLeadsOn() async throws {
        let rig = try await TestSignIn().withTenant()
        try await write(rig, 2_200, .tokensIssued, user: "a", client: "x")
        try await write(rig, 1, .tokensRefreshed, user: "a", client: "x")
        let filter = EventFilter(type: .tokensRefreshed, user: "a")
        let first = try await rig.signIn.events(of: home, filter)
        #expect(first.events.isEmpty)
        let next = try #require(first.next)
        let second = try await rig.signIn.events(of: home, filter, after: next)
        #expect(second.events.count == 1 && second.next == nil)
    }

    @Test func eventsAreKeptForNinetyDaysAndSoManyOfATenant() async throws {
        var policy = SignInPolicy(baseURL: TestSignIn.baseURL)
        policy.eventsPerTenant = 1_500
        let rig = try await TestSignIn(policy: policy).withTenant().withTenant(.named("other"))
        try await write(rig, 1_499, .tokensIssued)
        #expect(try await rig.signIn.trimEvents(of: home) == 0)
        try await write(rig, 1_101, .tokensRefreshed)
        #expect(try await rig.signIn.trimEvents(of: .named("other")) == 0)
        #expect(try await rig.signIn.trimEvents(of: home) == 1_100)
        #expect(try await rig.signIn.trimEvents(of: home) == 0)
        let refreshed = try await rig.signIn.events(of: home, EventFilter(type: .tokensRefreshed), limit: 2_000).events
        #expect(refreshed.count == 1_101, "the oldest go")
        rig.advance(seconds: 90 * 86_400 - 60)
        _ = try await rig.signIn.removeExpired()
        #expect(try await rig.signIn.events(of: home, limit: 1).events.count == 1)
        rig.advance(seconds: 60)
        _ = try await rig.signIn.removeExpired()
        #expect(try await rig.signIn.events(of: home, limit: 1).events.isEmpty)
    }
}
