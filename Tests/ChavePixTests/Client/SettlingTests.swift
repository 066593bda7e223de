import ChaveBase
import ChavePixModel
import ChaveTesting
import ChaveTransport
import Testing

@testable import ChavePix

/// What a call that has to answer yes or no makes of tries of which one may have been taken.
@Suite struct SettlingTests {
    private var rig: Rig

    init() throws { rig = try Rig() }

    private func name(_ outcome: SettledOutcome) -> String {
        switch outcome {
        case .accepted: "accepted"
        case .refused: "refused"
        case .unknown: "unknown"
        }
    }

    private func settle(_ signed: Rig.Signed) async -> String {
        name(
            await signed.client.settleAuthorization(
                signed.intent,
                assertion: signed.assertion,
                riskSignals: signed.signals,
                platform: nil
            )
        )
    }

    /// The first call is taken, and nobody hears of it.
    private func loseTheFirstCall(_ signed: Rig.Signed) {
        for _ in 0..<4 {
            rig.server.fail(.post, "/authorize/", .lostAnswer)
            rig.server.fail(.get, "/payment-intents/\(signed.intent.text)/", .lostRequest)
        }
    }

    /// Runs `action` when the first call has ended without an answer.
    private mutating func whenTheFirstCallIsLost(_ action: @escaping @Sendable () -> Void) {
        let isDone = Locked(false)
        rig.configuration.observer = { event in
            guard event.step == .authorizePaymentIntent, case .failed(.outcomeUnknown, _, _) = event.kind else {
                return
            }
            let isFirst = isDone.withLock { isDone in
                defer { isDone = true }
                return !isDone
            }
            if isFirst { action() }
        }
    }

    @Test mutating func aStoreThatFailsAfterALostCallMakesNoRefusal() async throws {
        let store = rig.secrets
        whenTheFirstCallIsLost { store.fail(Rig.diskFailure) }
        let signed = try await rig.signed()
        loseTheFirstCall(signed)
        #expect(await settle(signed) == "accepted")
        #expect(rig.server.state.withLock { $0.authorizations } == 1)
    }

    static let refusals: [FakeServer.Fault] = [
        .lostRequest, .status(401, code: "authentication_failed"), .status(403, code: "permission_denied"),
        .status(404, code: "not_found"), .status(409, code: "conflict"), .status(429, code: "rate_limited"),
    ]

    @Test(arguments: refusals)
    mutating func aRequestThatAnotherClientErasedMakesNoRefusal(_ refusal: FakeServer.Fault) async throws {
        let store = rig.secrets
        whenTheFirstCallIsLost { try? store.eraseRequests() }
        let signed = try await rig.signed()
        loseTheFirstCall(signed)
        for _ in 0..<4 { rig.server.fail(.post, "/authorize/", refusal) }
        #expect(await settle(signed) == "accepted")
        #expect(rig.server.state.withLock { $0.authorizations } == 1)
        let keys = rig.server.requests(.post, "/authorize/").map { $0.headers["Idempotency-Key"] ?? "" }
        #expect(Set(keys).count == 1, "one call has one key")
    }

    @Test func aRefusalOfTheBytesEndsTheSearch() async throws {
        let signed = try await rig.signed()
        for _ in 0..<4 { rig.server.fail(.post, "/authorize/", .status(503, code: "institution_unavailable")) }
        rig.server.fail(.post, "/authorize/", .status(400, code: "invalid"))
        #expect(await settle(signed) == "refused")
        #expect(rig.server.requests(.post, "/authorize/").count == 5)
    }

    // The cancel that is tried on the way.

    private func neverAnswer(_ suffixes: String...) {
        for suffix in suffixes {
            for _ in 0..<400 { rig.server.fail(.post, suffix, .status(503, code: "institution_unavailable")) }
        }
    }

    @Test func ofItsOwnCancelOfAPaymentNothingIsKept() async throws {
        let signed = try await rig.signed()
        neverAnswer("/authorize/", "/cancel/")
        #expect(await settle(signed) == "unknown")
        #expect(!rig.server.requests(.post, "/cancel/").isEmpty)
        #expect(try await rig.client().pendingRequests().map(\.operation) == [.authorizePaymentIntent])
    }

    @Test func itsOwnCancelDoesNotRevokeAGoodEnrollmentAfterARestart() async throws {
        let made = try await rig.confirmable()
        neverAnswer("/confirm/", "/cancel/")
        #expect(name(await made.client.settleConfirmation(made.id, made.credential)) == "unknown")
        #expect(!rig.server.requests(.post, "/cancel/").isEmpty)
        #expect(try await rig.client().pendingRequests().map(\.operation) == [.confirmEnrollment])
        rig.server.state.withLock { $0.faults = [] }
        _ = try await rig.client().resumePending()
        for _ in 0..<3 { _ = try await rig.client().enrollment(made.id) }
        #expect(try await rig.client().enrollment(made.id).status == .succeeded)
    }

    @Test func aPersonsOwnCancelStaysKept() async throws {
        let made = try await rig.confirmable()
        for _ in 0..<4 { rig.server.fail(.post, "/cancel/", .status(503, code: "institution_unavailable")) }
        await expectFailure(.outcomeUnknown) { _ = try await made.client.cancelEnrollment(made.id) }
        #expect(name(await made.client.settleConfirmation(made.id, made.credential)) == "accepted")
        #expect(try await rig.client().pendingRequests().map(\.operation) == [.cancelEnrollment])
    }
}
