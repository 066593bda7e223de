import ChaveBase
import ChaveDeviceKeys
import ChavePixModel
import ChaveTesting
import ChaveTransport
import Testing

@testable import ChavePix

/// Payments on later days: SCHEDULED is their result, and nothing waits for the days.
@Suite struct ScheduledPaymentTests {
    private let rig: Rig

    init() throws {
        rig = try Rig()
        rig.server.state.withLock { $0.intentEnd = .scheduled }
    }

    private func order(_ enrollment: EnrollmentID) throws -> CreatePaymentIntentRequest {
        var order = try Rig.intentRequest(enrollment)
        let first = try #require(CalendarDate(iso: "2026-12-05"))
        order.schedule = PaymentSchedule(.monthly(dayOfMonth: 5, start: first, quantity: 12))
        return order
    }

    private func signed() async throws -> Rig.Signed {
        let (client, enrollment) = try await rig.enrolled()
        let intent = try await client.createPaymentIntent(try order(enrollment))
        let assertion = try await client.sign(try #require(intent.paymentMethodInformation?.fidoOptions))
        let signals = try await client.collectRiskSignals(accountTenure: "2024-11-26")
        return Rig.Signed(client: client, intent: intent.id, assertion: assertion, signals: signals)
    }

    private func reads(_ intent: PaymentIntentID) -> Int {
        rig.server.requests(.get, "/payment-intents/\(intent.text)/").count
    }

    @Test func theWaitEndsWhenTheBankHasThePayments() async throws {
        let signed = try await signed()
        let intent = try await signed.authorize()
        #expect(intent.status == .scheduled && intent.schedule?.days.count == 12)
        #expect(reads(signed.intent) == 2, "one read found PROCESSING, the next SCHEDULED")
        #expect(try await signed.client.pendingRequests().isEmpty)
        // A later read goes on.
        rig.server.state.withLock { $0.intents[0].status = .succeeded }
        #expect(try await signed.client.paymentIntent(signed.intent).status == .succeeded)
    }

    @Test func theStreamEndsWithScheduled() async throws {
        let (client, enrollment) = try await rig.enrolled()
        var statuses: [PaymentIntentStatus] = []
        for try await step in client.pay(NewPayment(intent: try order(enrollment), accountTenure: "2024-11-26")) {
            if case .finished(let intent) = step { statuses.append(intent.status) }
        }
        #expect(statuses == [.scheduled])
    }

    @Test func aLostAnswerIsLookedUpAndTheWaitEndsThere() async throws {
        let signed = try await signed()
        rig.server.state.withLock { $0.readsBeforeEnd = 0 }
        rig.server.fail(.post, "/authorize/", .lostAnswer, .lostAnswer, .lostAnswer, .lostAnswer)
        #expect(try await signed.authorize().status == .scheduled)
        #expect(reads(signed.intent) == 1)
        #expect(try await signed.client.pendingRequests().isEmpty)
    }

    @Test func aCallThatMustSayYesOrNoSaysYes() async throws {
        let signed = try await signed()
        let outcome = await signed.client.settleAuthorization(
            signed.intent,
            assertion: signed.assertion,
            riskSignals: signed.signals,
            platform: nil
        )
        guard case .accepted = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(rig.server.requests(.post, "/cancel/").isEmpty)
    }

    /// A restarted app must not take SCHEDULED for the end of a cancellation that may still arrive.
    @Test(arguments: [PaymentIntentStatus.scheduled, .processing, .succeeded, .canceled])
    func aLostCancellationIsSettledByTheEndAlone(_ status: PaymentIntentStatus) async throws {
        let signed = try await signed()
        _ = try await signed.authorize()
        for _ in 0..<8 { rig.server.fail(.post, "/cancel/", .status(503, code: "institution_unavailable")) }
        await expectFailure(.outcomeUnknown) { _ = try await signed.client.cancelPaymentIntent(signed.intent) }
        rig.server.state.withLock {
            $0.intents[0].status = status
            $0.readsBeforeEnd = nil
        }
        let restarted = rig.client()
        let outcome = try #require(try await restarted.resumePending().first).outcome
        switch outcome {
        case .paymentIntent(let read): #expect(read.status == status && status.isFinal)
        case .unknown: #expect(!status.isFinal)
        case .enrollment, .refused: Issue.record("\(outcome)")
        }
        #expect(try await restarted.pendingRequests().isEmpty == status.isFinal)
    }
}
