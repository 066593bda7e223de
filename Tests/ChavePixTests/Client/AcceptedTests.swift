import ChaveBase
import ChavePixModel
import ChaveTesting
import ChaveTransport
import Testing

@testable import ChavePix

/// What is known after the server has said 204, and after it has said 409.
@Suite struct AcceptedTests {
    private let rig: Rig

    init() throws { rig = try Rig() }

    private func failReads(_ suffix: String, _ count: Int, _ status: Int = 401) {
        for _ in 0..<count { rig.server.fail(.get, suffix, .status(status, code: "authentication_failed")) }
    }

    private func name(_ outcome: SettledOutcome) -> String {
        switch outcome {
        case .accepted: "accepted"
        case .refused: "refused"
        case .unknown: "unknown"
        }
    }

    // Confirming.

    @Test func aConfirmWhoseVerdictCannotBeReadIsAcceptedAndUnknown() async throws {
        let made = try await rig.confirmable()
        failReads("/enrollments/\(made.idText)/", 1)
        let error = await expectFailure(.outcomeUnknown) {
            _ = try await made.client.confirmEnrollment(made.id, made.credential)
        }
        #expect(error?.unknownOutcome?.isAccepted == true)
        #expect(error?.unknownOutcome?.read == .enrollment(made.id))
    }

    @Test func anAcceptedConfirmIsNotAUsableEnrollment() async throws {
        let made = try await rig.confirmable()
        failReads("/enrollments/\(made.idText)/", 200)
        #expect(name(await made.client.settleConfirmation(made.id, made.credential)) == "unknown")
        #expect(rig.server.requests(.post, "/confirm/").count == 1)
        #expect(rig.server.requests(.post, "/cancel/").isEmpty, "what the bank may have taken is not revoked by chance")
    }

    @Test(arguments: [(EnrollmentStatus.succeeded, "accepted"), (.failed, "refused"), (.canceled, "refused")])
    func anAcceptedConfirmIsAnsweredByWhatTheEnrollmentSays(_ end: EnrollmentStatus, _ expected: String) async throws {
        let made = try await rig.confirmable()
        rig.server.state.withLock {
            $0.enrollmentEnd = end
            $0.readsBeforeEnd = 0
        }
        failReads("/enrollments/\(made.idText)/", 3)
        #expect(name(await made.client.settleConfirmation(made.id, made.credential)) == expected)
    }

    @Test func aConflictOfAConfirmIsAnsweredByWhatTheEnrollmentSays() async throws {
        let made = try await rig.confirmable()
        rig.server.fail(.post, "/confirm/", .status(409, code: "conflict"))
        rig.server.state.withLock { $0.enrollments[0].status = .succeeded }
        #expect(try await made.client.confirmEnrollment(made.id, made.credential).status == .succeeded)
    }

    @Test(arguments: [(EnrollmentStatus.succeeded, "accepted"), (.failed, "refused")])
    func aConflictWhileTheBankDecidesOnAnotherCredentialWaitsForItsWord(
        _ end: EnrollmentStatus,
        _ expected: String
    ) async throws {
        let made = try await rig.confirmable()
        rig.server.fail(.post, "/confirm/", .status(409, code: "conflict"))
        rig.server.state.withLock {
            $0.enrollments[0].details.status = .awaitingEnrollment
            $0.confirmed = [made.id]
            $0.enrollmentEnd = end
        }
        #expect(name(await made.client.settleConfirmation(made.id, made.credential)) == expected)
        #expect(rig.server.requests(.post, "/cancel/").isEmpty)
    }

    @Test func aConflictOnWhichTheBankSaysNothingIsAcceptedAndUnknown() async throws {
        let made = try await rig.confirmable()
        rig.server.fail(.post, "/confirm/", .status(409, code: "conflict"))
        rig.server.state.withLock { $0.enrollments[0].details.status = .awaitingEnrollment }
        let error = await expectFailure(.outcomeUnknown) {
            _ = try await made.client.confirmEnrollment(made.id, made.credential)
        }
        #expect(error?.unknownOutcome?.isAccepted == true)
    }

    @Test func aConflictBeforeTheBankWantsACredentialIsARefusal() async throws {
        let made = try await rig.confirmable()
        rig.server.fail(.post, "/confirm/", .status(409, code: "conflict"))
        await expectFailure(.conflict) { _ = try await made.client.confirmEnrollment(made.id, made.credential) }
    }

    // Authorising.

    private func settle(_ signed: Rig.Signed) async -> SettledOutcome {
        await signed.client.settleAuthorization(
            signed.intent,
            assertion: signed.assertion,
            riskSignals: signed.signals,
            platform: nil
        )
    }

    @Test func aPaymentThatWasTakenIsTrueThoughItsEndCannotBeRead() async throws {
        let signed = try await rig.signed()
        failReads("/payment-intents/\(signed.intent.text)/", 200)
        let began = rig.clock.elapsedMilliseconds
        #expect(name(await settle(signed)) == "accepted")
        #expect(rig.clock.elapsedMilliseconds - began <= 60_000)
        #expect(rig.server.requests(.post, "/authorize/").count == 1)
        #expect(rig.server.requests(.post, "/cancel/").isEmpty)
    }

    @Test(arguments: [(PaymentIntentStatus.succeeded, "accepted"), (.failed, "refused"), (.canceled, "refused")])
    func anAcceptedPaymentIsAnsweredByWhatTheIntentSays(_ end: PaymentIntentStatus, _ expected: String) async throws {
        let signed = try await rig.signed()
        rig.server.state.withLock {
            $0.intentEnd = end
            $0.readsBeforeEnd = 0
        }
        failReads("/payment-intents/\(signed.intent.text)/", 3)
        #expect(name(await settle(signed)) == expected)
    }

    @Test func aReadThatFailsAfterAcceptanceIsWaitedOut() async throws {
        let signed = try await rig.signed()
        for status in [403, 404, 400, 409, 500] { failReads("/payment-intents/\(signed.intent.text)/", 1, status) }
        rig.server.fail(.get, "/payment-intents/\(signed.intent.text)/", .unreadable, .lostRequest)
        #expect(try await signed.authorize().status == .succeeded)
    }

    @Test func whatWasSeenIsNotDroppedWhenTheTokenExpires() async throws {
        let signed = try await rig.signed()
        rig.server.state.withLock { $0.readsBeforeEnd = nil }
        rig.server.fail(.get, "/payment-intents/\(signed.intent.text)/", .none, .none)
        failReads("/payment-intents/\(signed.intent.text)/", 200)
        #expect(try await signed.authorize().status == .processing)
        #expect(rig.server.requests(.get, "/payment-intents/\(signed.intent.text)/").count == 3)
    }

    @Test func aWaitThatEndsWithoutOneReadIsUnknownAndNotProcessing() async throws {
        let signed = try await rig.signed()
        failReads("/payment-intents/\(signed.intent.text)/", 200, 403)
        let error = await expectFailure(.outcomeUnknown) { _ = try await signed.authorize() }
        #expect(error?.unknownOutcome?.isAccepted == true)
    }

    // A conflict.

    @Test(arguments: [PaymentIntentStatus.succeeded, .processing, .failed, .canceled])
    func aConflictOfAnAuthorizeIsAnsweredByWhatTheIntentSays(_ status: PaymentIntentStatus) async throws {
        let signed = try await rig.signed()
        rig.server.state.withLock { $0.intents[0].status = status }
        rig.server.fail(.post, "/authorize/", .status(409, code: "conflict"))
        let read = try await signed.authorize()
        #expect(read.status == (status == .processing ? .succeeded : status))
        #expect(try await signed.client.pendingRequests().isEmpty)
    }

    @Test func aConflictThatCannotBeLookedUpIsUnknownAndKept() async throws {
        let signed = try await rig.signed()
        rig.server.fail(.post, "/authorize/", .status(409, code: "conflict"))
        for _ in 0..<4 { rig.server.fail(.get, "/payment-intents/\(signed.intent.text)/", .lostRequest) }
        let error = await expectFailure(.outcomeUnknown) { _ = try await signed.authorize() }
        #expect(error?.unknownOutcome?.isAccepted == false)
        let kept = try await signed.client.pendingRequests()
        #expect(kept.map(\.idempotencyKey) == [error?.unknownOutcome?.idempotencyKey])
    }

    @Test func aSecondTapIsToldWhatBecameOfTheFirst() async throws {
        let signed = try await rig.signed()
        let intent = try await signed.client.paymentIntent(signed.intent)
        let options = try #require(intent.paymentMethodInformation?.fidoOptions)
        let second = try await signed.client.sign(options)
        #expect(try await signed.authorize().status == .succeeded)
        let read = try await signed.client.authorize(signed.intent, assertion: second, riskSignals: signed.signals)
        #expect(read.status == .succeeded)
        #expect(rig.server.state.withLock { $0.authorizations } == 1)
    }
}
