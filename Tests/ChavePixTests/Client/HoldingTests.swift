import ChaveBase
import ChavePixModel
import ChaveTesting
import ChaveTransport
import Testing

@testable import ChavePix

/// Waits against a server that holds its answers, and against those that do not.
@Suite struct HoldingTests {
    private let rig: Rig

    init() throws { rig = try Rig() }

    /// A confirmed enrollment whose bank never says a word; the questions of that wait.
    private func questions(_ set: (inout FakeServer.State) -> Void) async throws -> [HTTPRequest] {
        let confirmable = try await rig.confirmable()
        rig.server.state.withLock { state in
            state.readsBeforeEnd = nil
            set(&state)
        }
        await expectFailure(.timedOut) {
            _ = try await confirmable.client.confirmEnrollment(confirmable.id, confirmable.credential)
        }
        return rig.server.requests(.get, "/enrollments/\(confirmable.idText)/")
    }

    @Test func aVersionThatWasSeenIsNamedInTheNextQuestion() async throws {
        let asks = try await questions { $0.supportsWaiting = true }
        #expect(asks.first?.headers["If-None-Match"] == nil, "nothing has been seen")
        #expect(asks.dropFirst().allSatisfy { $0.headers["If-None-Match"] == "\"1\"" })
        #expect(asks.map { $0.headers["Prefer"] } == Array(repeating: "wait=25", count: 4) + ["wait=19", nil])
    }

    @Test func theEndIsToldByTheAnswerThatWasHeld() async throws {
        let signed = try await rig.signed()
        rig.server.state.withLock { state in
            state.supportsWaiting = true
            state.readsBeforeEnd = 1
        }
        let asked = rig.server.requests.count
        let slept = rig.clock.pauses.count
        #expect(try await signed.authorize().status == .succeeded)
        #expect(rig.server.requests.count - asked == 3, "the authorisation, and two questions")
        #expect(rig.clock.pauses.count == slept, "no pause between them")
    }

    @Test func aServerThatIgnoresThePreferenceIsAskedAsTheGuidesSay() async throws {
        let asks = try await questions { $0.supportsWaiting = false }
        #expect(asks.count == 60)
        #expect(asks.allSatisfy { $0.headers["If-None-Match"] == nil })
    }

    @Test func aServerThatOnlyClaimsToHoldIsNotHammered() async throws {
        let asks = try await questions { state in
            state.supportsWaiting = true
            state.pretendsToHold = true
        }
        #expect(asks.count <= 4 * 60)
    }

    @Test func aNotModifiedThatNobodyAskedForIsNoAnswer() async throws {
        rig.server.fail(.get, "/institutions/", .status(304, code: "x"))
        await expectFailure(.refused) { _ = try await rig.client().institutions() }
    }
}
