import ChaveBase
import ChavePixModel
import ChaveWire
import InstitutionPort
import PaymentsModel
import ServerTestSupport
import Testing

@testable import PaymentsCore

/// What a bank ends by itself comes in by its notification, which carries no state: the platform reads (section 5).
@Suite struct NotificationTests {
    @Test func aHolderWhoRefusesInTheBanksOwnAppEndsTheEnrollmentAtOnce() async throws {
        let simulation = try await Simulation()
        let device = SimulatedDevice(in: simulation)
        let id = try await simulation.createEnrollment(device)
        let bankID = try await simulation.enrollment(id).bank?.enrollmentID ?? ""
        try await simulation.payments.notified(ScriptedBank.institution, .enrollment, id: bankID)
        try await simulation.work()
        #expect(try await simulation.enrollment(id).status == .pending)
        simulation.bank.reject(enrollment: bankID)
        try await simulation.payments.notified(ScriptedBank.institution, .enrollment, id: bankID)
        try await simulation.work()
        #expect(try await simulation.enrollment(id).end?.reason == .rejectedByUser)
        #expect(simulation.witness.complaints == [])
    }

    /// The bank's notification and the person's browser race; whoever is first, the answer is the same.
    @Test func aRefusalThatComesBackAfterItsNotificationGetsTheAnswerOfOneThatCameBefore() async throws {
        let simulation = try await Simulation()
        let device = SimulatedDevice(in: simulation)
        let id = try await simulation.createEnrollment(device)
        let approved = try await simulation.approval(of: id)
        let bankID = try await simulation.enrollment(id).bank?.enrollmentID ?? ""
        simulation.bank.reject(enrollment: bankID)
        try await simulation.payments.notified(ScriptedBank.institution, .enrollment, id: bankID)
        try await simulation.work()
        let refusal = CompleteRedirectionRequest(
            parameters: RedirectionParameters(
                state: approved.state,
                outcome: .refused(error: "access_denied", description: nil)
            )
        )
        let answer = try await simulation.payments.completeRedirection(refusal, by: device.caller, idempotency: nil)
        #expect(answer.status == 200)
        let json = try JSONValue(parsing: answer.body)
        #expect(json["status"] == "FAILED" && json["details"]?["status"] == "REJECTED")
        // A yes for what has ended is another matter.
        await #expect(throws: APIFailure.self) { try await simulation.complete(approved, device) }
    }

    @Test func anEnrollmentThatEndsWhileItWaitsForItsCredentialEndsAtOnce() async throws {
        let simulation = try await Simulation()
        let device = SimulatedDevice(in: simulation)
        let id = try await simulation.createEnrollment(device)
        try await simulation.complete(simulation.approval(of: id), device)
        let bankID = try await simulation.enrollment(id).bank?.enrollmentID ?? ""
        let credential = try await simulation.registrationCredential(id, device)
        simulation.bank.reject(enrollment: bankID)
        try await simulation.payments.notified(ScriptedBank.institution, .enrollment, id: bankID)
        try await simulation.work()
        #expect(try await simulation.enrollment(id).status == .failed)
        await #expect(throws: APIFailure.self) { try await simulation.confirm(id, credential, device) }
    }

    /// The bank tells any node; the one that marked the exchange waits for its answer.
    @Test func anExchangeThatAnotherNodeHasUnderWayIsLeftToItUntilItsHoldIsOver() async throws {
        let simulation = try await Simulation()
        let device = SimulatedDevice(in: simulation)
        let id = try await simulation.createEnrollment(device)
        let approved = try await simulation.approval(of: id)
        try simulation.life.end(atCommit: 2, .afterStoring)
        _ = try? await simulation.complete(approved, device)
        try await simulation.work()
        let marked = try await simulation.enrollment(id)
        guard case .exchanging = marked.state else {
            Issue.record("the exchange is not marked: \(marked.state)")
            return
        }
        try await simulation.restart(afterSeconds: 0, isAlone: false)
        let bankID = marked.bank?.enrollmentID ?? ""
        try await simulation.payments.notified(ScriptedBank.institution, .enrollment, id: bankID)
        try await simulation.work()
        #expect(try await simulation.enrollment(id).version == marked.version)
        try await simulation.pass(seconds: 31)
        #expect(try await simulation.enrollment(id).end?.reason == .redirectionFailed)
    }

    /// Two that send it at once would read each other's echo as the bank's no (docs/decisions/0009).
    @Test func aPaymentThatAnotherNodeIsSendingIsLeftToItUntilItsHoldIsOver() async throws {
        let scene = try await PaymentScene()
        let simulation = scene.simulation
        try simulation.life.end(atCommit: 2, .afterStoring)
        try? await scene.pay()
        try await simulation.work()
        let marked = try await scene.intent
        guard case .paying = marked.state else {
            Issue.record("the payment is not marked: \(marked.state)")
            return
        }
        func tries() -> Int { scene.bank.calls.count { $0.operation == .createPayment } }
        try await simulation.restart(afterSeconds: 0, isAlone: false)
        for kind in [InstitutionNotificationKind.consent, .payment] {
            try await simulation.payments.notified(ScriptedBank.institution, kind, id: marked.consent?.id ?? "")
            try await simulation.work()
        }
        #expect(try await scene.intent.version == marked.version)
        #expect(tries() == 0)
        try await simulation.pass(seconds: 31)
        #expect(tries() == 1)
        try await simulation.pass(seconds: 60)
        #expect(try await scene.intent.status == .succeeded)
        #expect(tries() == 1)
        #expect(scene.bank.movements.count == 1)
    }

    @Test func aConsentThatEndsWhileThePayerIsAwaitedEndsTheIntentAtOnce() async throws {
        let scene = try await PaymentScene()
        let consent = try await scene.intent.consent?.id ?? ""
        try await scene.simulation.payments.notified(ScriptedBank.institution, .consent, id: consent)
        try await scene.simulation.work()
        #expect(try await scene.intent.status == .pending)
        scene.bank.reject(consent: consent, reason: "NAO_INFORMADO")
        try await scene.simulation.payments.notified(ScriptedBank.institution, .consent, id: consent)
        try await scene.simulation.work()
        #expect(try await scene.intent.end?.code == .consentRejected)
        #expect(scene.simulation.witness.complaints == [])
    }

    @Test func aNotificationOfWhatNobodyKnowsChangesNothing() async throws {
        let scene = try await PaymentScene()
        let before = try await scene.intent
        for kind in InstitutionNotificationKind.allCases {
            try await scene.simulation.payments.notified(ScriptedBank.institution, kind, id: "urn:nada")
        }
        #expect(try await scene.intent == before)
    }

    /// Another writer that was faster has not heard what the bank said.
    @Test func aNoticeWhoseWorkWasOvertakenIsHeardByTheNextTry() async throws {
        let (noticed, object) = (NoticedObjects(), ObjectReference.customer(CustomerID(high: 1, low: 2)))
        func hear(_ failure: RunFailure?) async throws -> Bool {
            try await noticed.heed(object) { (isNoticed) async throws(RunFailure) in
                if let failure { throw failure }
                return isNoticed
            }
        }
        noticed.put(object)
        await #expect(throws: RunFailure.self) { _ = try await hear(.conflict) }
        #expect(try await hear(nil))
        #expect(try await !hear(nil))
        await #expect(throws: RunFailure.self) { _ = try await hear(.conflict) }
        #expect(try await !hear(nil))
        noticed.put(object)
        await #expect(throws: RunFailure.self) { _ = try await hear(.stuck(.unexpectedEvent("a fault"))) }
        #expect(try await !hear(nil))
    }
}
