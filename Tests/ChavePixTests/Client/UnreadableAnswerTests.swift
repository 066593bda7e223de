import ChaveBase
import ChavePixModel
import ChaveTransport
import Testing

@testable import ChavePix

/// A success whose message cannot be read: it has had its effect, and only its key brings it back.
@Suite struct UnreadableAnswerTests {
    private let rig: Rig

    init() throws { rig = try Rig() }

    private func keys(_ suffix: String) -> [String] {
        rig.server.requests(.post, suffix).map { $0.headers["Idempotency-Key"] ?? "" }
    }

    private func expectKept(
        _ operation: PendingRequest.Operation,
        _ suffix: String,
        _ call: () async throws -> Void
    ) async throws {
        rig.server.fail(.post, suffix, .unreadable)
        let before = keys(suffix).count
        let error = await expectFailure(.outcomeUnknown) { try await call() }
        #expect(error?.unknownOutcome?.operation == operation)
        #expect(try await rig.client().pendingRequests().map(\.operation) == [operation])
        try await call()
        let tries = keys(suffix).dropFirst(before)
        #expect(tries.count == 2)
        #expect(Set(tries).count == 1, "the same key asks again")
        #expect(try await rig.client().pendingRequests().isEmpty)
    }

    @Test func anEnrollmentThatCannotBeReadIsKeptAndMadeOnce() async throws {
        let client = rig.client()
        try await expectKept(.createEnrollment, "/enrollments/") {
            _ = try await client.createEnrollment(try Rig.newEnrollment())
        }
        #expect(rig.server.state.withLock { $0.enrollments.count } == 1)
    }

    @Test func aRedirectionThatCannotBeReadIsKept() async throws {
        let client = rig.client()
        _ = try await client.createEnrollment(try Rig.newEnrollment())
        try await expectKept(.completeRedirection, "/complete-redirection/") {
            _ = try await client.completeRedirection(callbackURL: Rig.callback)
        }
    }

    @Test func anIntentThatCannotBeReadIsKeptAndMadeOnce() async throws {
        let (client, enrollment) = try await rig.enrolled()
        try await expectKept(.createPaymentIntent, "/payment-intents/") {
            _ = try await client.createPaymentIntent(try Rig.intentRequest(enrollment))
        }
        #expect(rig.server.state.withLock { $0.intents.count } == 1)
    }

    @Test func cancelsThatCannotBeReadAreKept() async throws {
        let (client, enrollment) = try await rig.enrolled()
        let intent = try await client.createPaymentIntent(try Rig.intentRequest(enrollment)).id
        try await expectKept(.cancelPaymentIntent, "/cancel/") { _ = try await client.cancelPaymentIntent(intent) }
        try await expectKept(.cancelEnrollment, "/cancel/") { _ = try await client.cancelEnrollment(enrollment) }
    }
}
