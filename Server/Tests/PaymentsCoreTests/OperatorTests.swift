import ChaveBase
import ChavePixModel
import InstitutionPort
import PaymentsCore
import PaymentsModel
import ServerTestSupport
import Testing

/// What an operator ends, in whose name it is written down, and what stays as it is.
struct OperatorTests {
    private func entries(of object: ObjectReference, in simulation: Simulation) async throws -> [AuditEntry] {
        try await simulation.store.auditEntries(of: object)
    }

    @Test func aRevokedEnrollmentEndsHereAtOnceAndThenAtItsBank() async throws {
        let scene = try await PaymentScene()
        let simulation = scene.simulation
        try await simulation.payments.revokeAsOperator(scene.enrollment)
        let revoked = try await simulation.enrollment(scene.enrollment)
        #expect(revoked.status == .canceled && revoked.end?.reason == .revokedByUser)
        #expect(try await scene.intent.end?.code == .enrollmentRevoked)
        let entry = try #require(
            try await entries(of: .enrollment(scene.enrollment), in: simulation).first { $0.action == "cancel" }
        )
        #expect(entry.actor == "operator")
        try await simulation.pass(seconds: 60)
        guard case .ended(_, atBank: true) = try await simulation.enrollment(scene.enrollment).state else {
            Issue.record("the bank has not heard of it")
            return
        }
        #expect(scene.bank.calls.contains { $0.operation == .endEnrollment })
    }

    @Test func anEnrollmentThatIsStillOnItsWayIsRefused() async throws {
        let simulation = try await Simulation()
        let device = SimulatedDevice(in: simulation)
        let enrollment = try await simulation.createEnrollment(device)
        try await simulation.payments.revokeAsOperator(enrollment)
        let ended = try await simulation.enrollment(enrollment)
        #expect(ended.status == .failed && ended.end?.reason == .rejectedByUser)
    }

    @Test func whatHasEndedStaysAsItEnded() async throws {
        let scene = try await PaymentScene()
        let simulation = scene.simulation
        _ = try await simulation.payments.cancelPaymentIntent(scene.id, by: scene.device.caller)
        _ = try await simulation.payments.cancelEnrollment(scene.enrollment, by: scene.device.caller)
        try await simulation.pass(seconds: 60)
        let (intent, enrollment) = (try await scene.intent, try await simulation.enrollment(scene.enrollment))
        try await simulation.payments.revokeAsOperator(scene.enrollment)
        try await simulation.payments.cancelAsOperator(scene.id)
        try await simulation.work()
        #expect(try await scene.intent == intent)
        #expect(try await simulation.enrollment(scene.enrollment) == enrollment)
    }

    @Test func anIntentIsCancelledInTheOperatorsName() async throws {
        let scene = try await PaymentScene()
        try await scene.simulation.payments.cancelAsOperator(scene.id)
        #expect(try await scene.intent.status == .canceled)
        let last = try #require(try await entries(of: .paymentIntent(scene.id), in: scene.simulation).last)
        #expect(last.actor == "operator" && last.action == "cancel")
    }

    @Test func anApprovedIntentIsRefusedWithTheSentenceOfTheAPI() async throws {
        let scene = try await PaymentScene()
        try await scene.pay()
        let (payments, merchant) = (try scene.simulation.payments, scene.simulation.merchant)
        let before = try await scene.intent
        let refusal = await apiFailure { try await payments.cancelAsOperator(scene.id) }
        #expect(refusal?.status == 409)
        #expect(refusal == (await apiFailure { try await payments.cancelPaymentIntent(scene.id, by: merchant) }))
        #expect(try await scene.intent == before)
    }

    @Test func whatIsNotThereIsNotFound() async throws {
        let simulation = try await Simulation()
        let payments = try simulation.payments
        let enrollment = EnrollmentID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0099)
        let intent = PaymentIntentID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0099)
        #expect(await apiFailure { try await payments.revokeAsOperator(enrollment) } == .notFound)
        #expect(await apiFailure { try await payments.cancelAsOperator(intent) } == .notFound)
    }

    /// The merchant cancels between the operator's look and the operator's write.
    @Test func whoComesSecondLooksAgainAndFindsItDone() async throws {
        let scene = try await PaymentScene()
        let simulation = scene.simulation
        try await simulation.work()
        let (payments, caller, life) = (try simulation.payments, scene.device.caller, try simulation.life)
        life.afterNextReadOfAny { _ = try await payments.cancelPaymentIntent(scene.id, by: caller) }
        try await payments.cancelAsOperator(scene.id)
        life.afterNextReadOfAny { _ = try await payments.cancelEnrollment(scene.enrollment, by: caller) }
        try await payments.revokeAsOperator(scene.enrollment)
        for object in [ObjectReference.paymentIntent(scene.id), .enrollment(scene.enrollment)] {
            let ends = try await entries(of: object, in: simulation).filter { $0.action == "cancel" }
            #expect(ends.map(\.actor) == ["device"])
        }
    }

    @Test func whatWaitsForSomethingSaysUntilWhen() async throws {
        let scene = try await PaymentScene()
        let enrollment = try await scene.simulation.enrollment(scene.enrollment)
        #expect(enrollment.deadline == nil && enrollment.endMessage == nil)
        guard case .awaitingApproval(_, let deadline) = try await scene.intent.state else {
            Issue.record("the intent does not wait")
            return
        }
        #expect(try await scene.intent.deadline == deadline)
        try await scene.simulation.payments.cancelAsOperator(scene.id)
        #expect(try await scene.intent.deadline == nil)
        #expect(try await scene.intent.endMessage == "The payment intent was cancelled.")
    }
}
