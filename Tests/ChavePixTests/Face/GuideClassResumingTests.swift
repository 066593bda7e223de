import BiometricPixSDK
import ChaveTransport
import Testing

@testable import ChavePix

/// The guides' programs know of no pending requests: the class goes on with them by itself.
@Suite struct GuideClassResumingTests {
    private let rig: Rig
    private let signed: Rig.Signed

    init() async throws {
        rig = try Rig()
        signed = try await rig.signed()
        for _ in 0..<4 { rig.server.fail(.post, "/authorize/", .status(503, code: "institution_unavailable")) }
        let signed = signed
        await expectFailure(.outcomeUnknown) { _ = try await signed.authorize() }
    }

    @Test func theFirstCallAfterARestartGoesOnWithWhatWasLeft() async throws {
        let sdk = rig.sdk()
        let id = signed.intentText
        #expect(rig.server.requests(.post, "/authorize/").count == 4, "making it sends nothing")
        let status = try await onThread { try sdk.getPaymentIntent(paymentIntentId: id).status }
        #expect(status == "SUCCEEDED", "the payment is shown as it is after going on")
        let tries = rig.server.requests(.post, "/authorize/")
        #expect(tries.count == 5)
        #expect(Set(tries.map(\.body)).count == 1)
        #expect(Set(tries.map { $0.headers["Idempotency-Key"] ?? "" }).count == 1)
        #expect(try await rig.client().pendingRequests().isEmpty)
    }

    @Test func itGoesOnOnceHoweverManyCallsComeFirst() async throws {
        let sdk = rig.sdk()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<20 { group.addTask { _ = try await onThread { try sdk.getPaymentInstitutions() } } }
            try await group.waitForAll()
        }
        #expect(rig.server.requests(.post, "/authorize/").count == 5)
        #expect(rig.server.state.withLock { $0.authorizations } == 1)
    }

    @Test func whatCannotBeFinishedDoesNotStandInTheWayOfTheCall() async throws {
        for _ in 0..<100 { rig.server.fail(.post, "/authorize/", .timesOut) }
        let sdk = rig.sdk()
        let began = rig.clock.milliseconds
        #expect(try await onThread { try sdk.getPaymentInstitutions().count } == 2)
        #expect(rig.clock.milliseconds - began <= 60_000)
        #expect(try await rig.client().pendingRequests().count == 1)
    }

    @Test func withoutATokenNothingIsTried() async throws {
        let sdk = rig.sdk(token: nil)
        _ = try await thrownOnThread { _ = try sdk.getPaymentInstitutions() }
        #expect(rig.server.requests(.post, "/authorize/").count == 4)
        #expect(try await rig.client().pendingRequests().count == 1)
    }

    @Test func theRetryOfACreateSharesTheKeyWithWhatGoesOn() async throws {
        for _ in 0..<4 { rig.server.fail(.post, "/payment-intents/", .lostAnswer) }
        let request = try Rig.intentRequest(try #require(rig.server.firstEnrollment), amount: "77.00")
        await expectFailure(.outcomeUnknown) { _ = try await signed.client.createPaymentIntent(request) }
        async let resumed: Void = rig.client().resumeLeftovers()
        _ = try await signed.client.createPaymentIntent(request)
        await resumed
        let bodies = rig.server.requests(.post, "/payment-intents/").filter {
            String(decoding: $0.body ?? [], as: UTF8.self).contains("77.00")
        }
        #expect(Set(bodies.map { $0.headers["Idempotency-Key"] ?? "" }).count == 1)
        #expect(rig.server.state.withLock { $0.intents.count } == 2)
    }
}
