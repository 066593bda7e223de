import ChavePixModel
import ChaveWire
import InstitutionPort
import PaymentsCore
import PaymentsModel
import ServerTestSupport
import Testing

/// What belongs to one intent or enrollment is handed in at another, or the ground goes away under an intent.
@Suite struct SwapTests {
    @Test func anAssertionMadeForOneIntentEndsTheOtherAndPaysNeither() async throws {
        let simulation = try await Simulation()
        let device = SimulatedDevice(in: simulation)
        let enrollment = try await simulation.enroll(device)
        let first = try await simulation.createIntent(enrollment, device, amount: 100)
        let second = try await simulation.createIntent(enrollment, device, amount: 900_000)
        let assertion = try await simulation.assertion(for: first, device)
        #expect(try await simulation.authorize(second, assertion, device).status == 204)
        try await simulation.pass(seconds: 60)
        #expect(try await simulation.intent(second).end?.code == .biometricValidationError)
        #expect(try await simulation.intent(first).status == .pending)
        #expect(simulation.bank.movements == [])
        #expect(!simulation.bank.calls.contains { $0.operation == .authoriseConsent })
        try await simulation.authorize(first, assertion, device)
        try await simulation.pass(seconds: 60)
        #expect(try await simulation.intent(first).status == .succeeded)
        #expect(simulation.bank.movements.count == 1)
    }

    @Test func anAssertionThatDoesNotHoldSpendsTheChallenge() async throws {
        let simulation = try await Simulation()
        let device = SimulatedDevice(in: simulation)
        let enrollment = try await simulation.enroll(device)
        let id = try await simulation.createIntent(enrollment, device)
        let right = try await simulation.assertion(for: id, device)
        var wrong = right
        wrong.signature[wrong.signature.count - 1] ^= 1
        #expect(try await simulation.authorize(id, wrong, device).status == 204)
        let failure = await apiFailure { try await simulation.authorize(id, right, device) }
        #expect(failure?.status == 409)
        #expect(try await simulation.intent(id).end?.code == .biometricValidationError)
        #expect(simulation.bank.movements == [])
    }

    @Test func anAssertionOfAnotherEnrollmentsCredentialSpendsNothing() async throws {
        let simulation = try await Simulation()
        let ana = SimulatedDevice("celular da Ana", in: simulation)
        let bia = SimulatedDevice("celular da Bia", cpf: SimulatedDevice.second, in: simulation)
        let hers = try await simulation.enroll(ana)
        let theirs = try await simulation.enroll(bia)
        let id = try await simulation.createIntent(hers, ana)
        let other = try await simulation.createIntent(theirs, bia)
        let foreign = try await simulation.assertion(for: other, bia)
        let failure = await apiFailure { try await simulation.authorize(id, foreign, ana) }
        #expect(failure?.status == 409)
        #expect(try await simulation.intent(id).status == .pending)
        try await simulation.authorize(id, simulation.assertion(for: id, ana), ana)
        try await simulation.pass(seconds: 60)
        #expect(try await simulation.intent(id).status == .succeeded)
        #expect(try await simulation.intent(other).status == .pending)
    }

    @Test func aForeignCredentialUnderOnesOwnIDPaysNothing() async throws {
        let simulation = try await Simulation()
        let ana = SimulatedDevice("celular da Ana", in: simulation)
        let bia = SimulatedDevice("celular da Bia", cpf: SimulatedDevice.second, in: simulation)
        let hers = try await simulation.enroll(ana)
        let theirs = try await simulation.enroll(bia)
        let id = try await simulation.createIntent(hers, ana)
        let other = try await simulation.createIntent(theirs, bia)
        var forged = try await simulation.assertion(for: other, bia)
        forged.rawID = try await simulation.assertion(for: id, ana).rawID
        try await simulation.authorize(id, forged, ana)
        try await simulation.pass(seconds: 60)
        #expect(try await simulation.intent(id).end?.code == .biometricValidationError)
        #expect(simulation.bank.movements == [])
    }

    @Test func aRegistrationChallengeInAnAssertionPaysNothing() async throws {
        let simulation = try await Simulation()
        let device = SimulatedDevice(in: simulation)
        let enrollment = try await simulation.enroll(device)
        let pending = try await simulation.createEnrollment(device)
        try await simulation.complete(simulation.approval(of: pending), device)
        let registration = try await simulation.payments.registrationOptions(of: pending, for: device.caller)
        let id = try await simulation.createIntent(enrollment, device)
        let resource = try await simulation.payments.paymentIntent(id, for: device.caller)
        var options = try #require(resource.paymentMethodInformation?.fidoOptions).object
        options["challenge"] = .string(registration.challengeText)
        let assertion = try await device.assertion(for: .object(options))
        try await simulation.authorize(id, assertion, device)
        try await simulation.pass(seconds: 60)
        #expect(try await simulation.intent(id).end?.code == .biometricValidationError)
        #expect(simulation.bank.movements == [])
    }

    @Test func aCredentialMadeForOneEnrollmentEndsTheOther() async throws {
        let simulation = try await Simulation()
        let device = SimulatedDevice(in: simulation)
        let first = try await simulation.createEnrollment(device)
        try await simulation.complete(simulation.approval(of: first), device)
        let second = try await simulation.createEnrollment(device)
        try await simulation.complete(simulation.approval(of: second), device)
        let credential = try await simulation.registrationCredential(first, device)
        try await simulation.confirm(second, credential, device)
        try await simulation.pass(seconds: 10)
        let ended = try await simulation.enrollment(second)
        #expect(ended.end?.reason == .fidoFailed)
        #expect(simulation.bank.enrollmentStatus(ended.bank?.enrollmentID ?? "") == .rejected)
        try await simulation.confirm(first, credential, device)
        #expect(try await simulation.enrollment(first).status == .succeeded)
    }

    @Test func aCallbackThatAnotherDeviceReceivedOpensNothing() async throws {
        let simulation = try await Simulation()
        let ana = SimulatedDevice("celular da Ana", in: simulation)
        let bia = SimulatedDevice("celular da Bia", in: simulation)
        let enrollment = try await simulation.createEnrollment(ana)
        let parameters = try await simulation.approval(of: enrollment)
        let failure = await apiFailure { try await simulation.complete(parameters, bia) }
        #expect(failure?.status == 404)
        guard case .awaitingHolder = try await simulation.enrollment(enrollment).state else {
            Issue.record("the callback counted")
            return
        }
        try await simulation.complete(parameters, ana)
        try await simulation.complete(parameters, ana)
        let other = RedirectionParameters(
            state: parameters.state,
            outcome: .refused(error: "access_denied", description: nil)
        )
        #expect(await apiFailure { try await simulation.complete(other, ana) }?.status == 409)
    }

    @Test func anUnsignedErrorIsReadAtTheBankFirst() async throws {
        let simulation = try await Simulation()
        let device = SimulatedDevice(in: simulation)
        let id = try await simulation.createEnrollment(device)
        let approved = try await simulation.approval(of: id)
        let forged = RedirectionParameters(
            state: approved.state,
            outcome: .refused(error: "access_denied", description: nil)
        )
        let before = simulation.bank.calls.count
        // A bank that cannot be read: nothing is said to have ended.
        simulation.bank.script { call, _ in call.operation == .readEnrollment ? .callLost : nil }
        #expect(await apiFailure { try await simulation.complete(forged, device) }?.status == 503)
        #expect(try await simulation.enrollment(id).status == .pending)
        simulation.bank.script { _, _ in nil }
        try await simulation.pass(seconds: 60)
        #expect(try await simulation.enrollment(id).end?.reason == .rejectedByUser)
        let calls = simulation.bank.calls.dropFirst(before).map(\.operation)
        #expect(calls.first == .readEnrollment && calls.last == .endEnrollment)
        #expect(
            simulation.bank.enrollmentStatus(try await simulation.enrollment(id).bank?.enrollmentID ?? "") == .rejected
        )
    }

    @Test func anotherHolderThanTheCustomerEndsTheEnrollmentOnBothSides() async throws {
        let simulation = try await Simulation()
        let device = SimulatedDevice(in: simulation)
        let id = try await simulation.createEnrollment(device)
        let parameters = try await simulation.approval(of: id, as: SimulatedDevice.second)
        try await simulation.complete(parameters, device)
        let ended = try await simulation.enrollment(id)
        #expect(ended.end?.reason == .holderMismatch)
        #expect(simulation.bank.enrollmentStatus(ended.bank?.enrollmentID ?? "") == .rejected)
    }

    // MARK: The ground goes away

    @Test func anEnrollmentRevokedHereEndsItsPendingIntents() async throws {
        let simulation = try await Simulation()
        let device = SimulatedDevice(in: simulation)
        let enrollment = try await simulation.enroll(device)
        let id = try await simulation.createIntent(enrollment, device)
        let assertion = try await simulation.assertion(for: id, device)
        _ = try await simulation.payments.cancelEnrollment(enrollment, by: device.caller)
        #expect(try await simulation.intent(id).end?.code == .enrollmentRevoked)
        #expect(await apiFailure { try await simulation.authorize(id, assertion, device) }?.status == 409)
        try await simulation.pass(seconds: 10)
        let bankID = try await simulation.enrollment(enrollment).bank?.enrollmentID ?? ""
        #expect(simulation.bank.enrollmentStatus(bankID) == .revoked)
        #expect(simulation.bank.movements == [])
        #expect(simulation.witness.complaints == [])
    }

    @Test func anEnrollmentRevokedAtTheBankPaysNothing() async throws {
        let simulation = try await Simulation()
        let device = SimulatedDevice(in: simulation)
        let enrollment = try await simulation.enroll(device)
        let id = try await simulation.createIntent(enrollment, device)
        let assertion = try await simulation.assertion(for: id, device)
        simulation.bank.revoke(try await simulation.enrollment(enrollment).bank?.enrollmentID ?? "")
        #expect(try await simulation.authorize(id, assertion, device).status == 204)
        try await simulation.pass(seconds: 60)
        #expect(try await simulation.intent(id).end?.code == .enrollmentRevoked)
        #expect(try await simulation.enrollment(enrollment).status == .canceled)
        #expect(simulation.bank.movements == [])
    }

    @Test func aNotifiedRevocationEndsItsPendingIntents() async throws {
        let simulation = try await Simulation()
        let device = SimulatedDevice(in: simulation)
        let enrollment = try await simulation.enroll(device)
        let id = try await simulation.createIntent(enrollment, device)
        let bankID = try await simulation.enrollment(enrollment).bank?.enrollmentID ?? ""
        simulation.bank.revoke(bankID)
        try await simulation.payments.notified(ScriptedBank.institution, .enrollment, id: bankID)
        try await simulation.pass(seconds: 5)
        #expect(try await simulation.enrollment(enrollment).status == .canceled)
        #expect(try await simulation.intent(id).end?.code == .enrollmentRevoked)
    }

    @Test(arguments: [InstitutionOperation.authoriseConsent, .readConsent, .createPayment])
    func anEnrollmentRevokedWhileThePaymentIsUnderWayNeverMakesTheTwoSidesDisagree(
        _ operation: InstitutionOperation
    ) async throws {
        let simulation = try await Simulation()
        let device = SimulatedDevice(in: simulation)
        let enrollment = try await simulation.enroll(device)
        let bankID = try await simulation.enrollment(enrollment).bank?.enrollmentID ?? ""
        let id = try await simulation.createIntent(enrollment, device)
        let assertion = try await simulation.assertion(for: id, device)
        let bank = simulation.bank
        bank.onCall { [weak bank] call in if call.operation == operation { bank?.revoke(bankID) } }
        try await simulation.authorize(id, assertion, device)
        try await simulation.pass(seconds: 60 * 60)
        let intent = try await simulation.intent(id)
        #expect(intent.isAtEnd)
        #expect((intent.status == .succeeded) == (simulation.movements(of: intent) == 1))
    }

    @Test func aBeneficiarySwitchedOffBeforeTheApprovalEndsTheIntent() async throws {
        let simulation = try await Simulation()
        let device = SimulatedDevice(in: simulation)
        let enrollment = try await simulation.enroll(device)
        let id = try await simulation.createIntent(enrollment, device)
        let assertion = try await simulation.assertion(for: id, device)
        var change = Change()
        change.writes = [.updateBankAccount(try simulation.account(isActive: false))]
        try await simulation.store.commit(change)
        #expect(await apiFailure { try await simulation.authorize(id, assertion, device) }?.status == 409)
        #expect(try await simulation.intent(id).end?.code == .beneficiaryAccountInvalid)
        #expect(simulation.bank.movements == [])
    }

    @Test func anIntentCancelledBeforeTheApprovalPaysNothing() async throws {
        let simulation = try await Simulation()
        let device = SimulatedDevice(in: simulation)
        let enrollment = try await simulation.enroll(device)
        let id = try await simulation.createIntent(enrollment, device)
        let assertion = try await simulation.assertion(for: id, device)
        _ = try await simulation.payments.cancelPaymentIntent(id, by: device.caller)
        #expect(await apiFailure { try await simulation.authorize(id, assertion, device) }?.status == 409)
        try await simulation.pass(seconds: 60 * 60)
        #expect(try await simulation.intent(id).status == .canceled)
        #expect(simulation.bank.movements == [])
    }
}
