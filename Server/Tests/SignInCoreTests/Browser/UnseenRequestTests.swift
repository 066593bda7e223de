import ServerTestSupport
import SignInModel
import StoreTestSupport
import Testing

@testable import SignInCore

/// What is kept for browsers that have proven nothing yet.
struct UnseenRequestTests {
    private static func kept(_ rig: BrowserRig) async throws -> Int {
        try await rig.test.store.contents.count { $0.key.kind == BrowserRequest.kind }
    }

    @Test func aRequestThatNobodyComesToIsOverAfterTwoMinutes() async throws {
        var rig = try await BrowserRig()
        let seen = try await rig.begin()
        rig.test.advance(seconds: 119)
        _ = try await rig.signInView(seen)
        let unseen = try await rig.begin()
        var stranger = rig
        stranger.visit = BrowserVisit(visit: "another browser", session: nil)
        #expect(try await stranger.turn(unseen) == .over, "nobody else's look gives it more time")
        rig.test.advance(seconds: 120)
        #expect(try await rig.turn(unseen) == .over)
        #expect(try await Self.kept(rig) == 2)
        _ = try await rig.signIn.removeExpired()
        #expect(try await Self.kept(rig) == 1)
        // The other one has the whole of its half hour since its browser came.
        rig.test.advance(seconds: 1_679)
        _ = try await rig.signInView(seen)
        rig.test.advance(seconds: 1)
        #expect(try await rig.turn(seen) == .over)
    }

    /// By a client's address and by the person's own page alike.
    @Test func aBrowserHasTenRequestsAndTheOldestGo() async throws {
        var rig = try await BrowserRig()
        var ids: [String] = []
        for number in 0..<25 {
            rig.test.advance(milliseconds: 1)
            let isAccount = number % 2 == 0
            ids.append(
                isAccount
                    ? try await rig.signIn.openAccount(of: rig.tenant, browser: BrowserRig.chrome, from: nil, rig.visit)
                    : try await rig.begin()
            )
            #expect(try await Self.kept(rig) == min(number + 1, 10))
        }
        #expect(try await rig.turn(ids[14]) == .over)
        for id in ids.suffix(10) { _ = try await rig.signInView(id) }
    }

    @Test func whatIsOverGoesBeforeWhatIsOpen() async throws {
        var rig = try await BrowserRig()
        let open = try await rig.begin()
        _ = try await rig.signInView(open)
        for _ in 0..<9 { _ = try await rig.begin() }
        rig.test.advance(seconds: 120)
        _ = try await rig.begin()
        #expect(try await Self.kept(rig) == 2)
        _ = try await rig.signInView(open)
    }

    @Test func anotherBrowsersRequestsStay() async throws {
        var rig = try await BrowserRig()
        let id = try await rig.begin()
        var other = rig
        other.visit = BrowserVisit(visit: "another browser", session: nil)
        for _ in 0..<12 { _ = try await other.begin() }
        #expect(try await Self.kept(rig) == 11)
        _ = try await rig.signInView(id)
    }
}
