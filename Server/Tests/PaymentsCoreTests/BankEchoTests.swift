import ChaveBase
import ChavePixModel
import InstitutionPort
import PaymentsCore
import PaymentsModel
import ServerTestSupport
import Synchronization
import Testing

/// What a bank says back must be what it was asked for (Payments API, section 9).
struct BankEchoTests {
    @Test(arguments: [
        ScriptedAlteration.creditorName, .creditorTaxID, .creditorAccount, .pixKey, .debtorAccount, .loggedUser,
    ])
    func aConsentOfOtherTermsIsNeverShownToAPayer(_ alteration: ScriptedAlteration) async throws {
        let simulation = try await Simulation()
        let device = SimulatedDevice(in: simulation)
        let enrollment = try await simulation.enroll(device)
        simulation.bank.script { call, _ in call.operation == .createConsent ? .altered(alteration) : nil }
        let id = try await simulation.createIntent(enrollment, device)
        let intent = try await simulation.intent(id)
        #expect(intent.end == PaymentIntentEnd(.failed, .consentRejected))
        #expect(!simulation.bank.calls.contains { $0.operation == .signOptions })
        #expect(isContradictionTold(simulation))
    }

    @Test(arguments: [ScriptedAlteration.endToEndID, .consentID])
    func anotherPaymentIsNotTakenForOurs(_ alteration: ScriptedAlteration) async throws {
        let scene = try await PaymentScene()
        scene.bank.setListsPayments(false)
        scene.bank.script { call, _ in call.operation == .createPayment ? .altered(alteration) : nil }
        try await scene.pay()
        try await scene.simulation.pass(seconds: 60 * 60)
        #expect(try await scene.intent.status == .processing)
        #expect(try await scene.intent.bankPaymentID == nil)
        #expect(scene.isContradictionTold)
        scene.bank.script { _, _ in nil }
        try await scene.simulation.pass(seconds: 120)
        #expect(try await scene.intent.status == .succeeded)
        #expect(scene.bank.movements.count == 1)
    }

    @Test(arguments: [ScriptedAlteration.endToEndID, .consentID])
    func whatIsReadOfAnotherPaymentEndsNoneOfOurs(_ alteration: ScriptedAlteration) async throws {
        let scene = try await PaymentScene()
        scene.bank.script { call, _ in call.operation == .readPayment ? .altered(alteration) : nil }
        try await scene.pay()
        try await scene.simulation.pass(seconds: 60 * 60)
        #expect(try await scene.intent.status == .processing)
        #expect(scene.isContradictionTold)
    }

    @Test func optionsOfAnotherEnrollmentAreNotShownToADevice() async throws {
        let simulation = try await Simulation()
        let device = SimulatedDevice(in: simulation)
        simulation.bank.script { call, earlier in
            call.operation == .registrationOptions && earlier == 0 ? .altered(.enrollmentID) : nil
        }
        let id = try await simulation.createEnrollment(device)
        try await simulation.complete(simulation.approval(of: id), device)
        #expect(isContradictionTold(simulation))
        try await simulation.pass(seconds: 5)
        try await simulation.confirm(id, simulation.registrationCredential(id, device), device)
        #expect(try await simulation.enrollment(id).status == .succeeded)
    }

    @Test func whatIsReadOfAnotherConsentProvesNothingOfOurs() async throws {
        let scene = try await PaymentScene()
        scene.bank.script { call, _ in
            switch call.operation {
            case .createPayment: .callLost
            case .readConsent: .altered(.consentID)
            default: nil
            }
        }
        try await scene.pay()
        // The authorisation is confirmed by no consent of ours, so nothing may leave.
        try await scene.simulation.pass(seconds: 60)
        #expect(!scene.bank.calls.contains { $0.operation == .createPayment })
        #expect(scene.isContradictionTold)
    }

    @Test func whatIsReadOfAnotherEnrollmentEndsNoneOfOurs() async throws {
        let simulation = try await Simulation()
        let device = SimulatedDevice(in: simulation)
        let id = try await simulation.enroll(device)
        let bankID = try await simulation.enrollment(id).bank?.enrollmentID ?? ""
        simulation.bank.script { call, _ in call.operation == .readEnrollment ? .altered(.enrollmentID) : nil }
        simulation.bank.revoke(bankID)
        try await simulation.payments.notified(ScriptedBank.institution, .enrollment, id: bankID)
        try await simulation.pass(seconds: 60 * 60)
        #expect(try await simulation.enrollment(id).status == .succeeded)
        #expect(try await simulation.enrollment(id).bank?.enrollmentID == bankID)
        let told = Payments.Alert.bankContradicts(.enrollment(id), "enrollment-id")
        #expect(simulation.alerts.withLock { $0.contains(told) })
        simulation.bank.script { _, _ in nil }
        try await simulation.pass(seconds: 120)
        #expect(try await simulation.enrollment(id).end?.reason == .revokedByUser)
    }

    @Test func aConsentThatWaitsForAnotherApproverPaysNothing() async throws {
        let scene = try await PaymentScene()
        let bank = scene.bank
        bank.onCall { [weak bank] call in
            if call.operation == .readConsent { bank?.set(.partiallyAccepted, consent: call.subject) }
        }
        try await scene.pay()
        try await scene.simulation.pass(seconds: 60)
        #expect(try await scene.intent.end == PaymentIntentEnd(.failed, .consentRejected))
        #expect(!bank.calls.contains { $0.operation == .createPayment })
    }

    // MARK: Options

    @Test(arguments: [ScriptedAlteration.relyingParty, .shortChallenge])
    func registrationOptionsThatAreNotOursToSignEndTheEnrollment(_ alteration: ScriptedAlteration) async throws {
        let simulation = try await Simulation()
        let device = SimulatedDevice(in: simulation)
        let id = try await simulation.createEnrollment(device)
        simulation.bank.script { call, _ in call.operation == .registrationOptions ? .altered(alteration) : nil }
        try await simulation.complete(simulation.approval(of: id), device)
        try await simulation.pass(seconds: 10)
        let ours = try await simulation.enrollment(id)
        #expect(ours.end == EnrollmentEnd(.failed, .institutionUnavailable))
        #expect(simulation.bank.enrollmentStatus(ours.bank?.enrollmentID ?? "") == .rejected)
        let refusal = await apiFailure {
            try await simulation.payments.registrationOptions(of: id, for: device.caller)
        }
        #expect(refusal?.status == 409)
    }

    @Test(arguments: [ScriptedAlteration.relyingParty, .shortChallenge])
    func signOptionsThatAreNotOursToSignEndTheIntent(_ alteration: ScriptedAlteration) async throws {
        let simulation = try await Simulation()
        let device = SimulatedDevice(in: simulation)
        let enrollment = try await simulation.enroll(device)
        simulation.bank.script { call, _ in call.operation == .signOptions ? .altered(alteration) : nil }
        let id = try await simulation.createIntent(enrollment, device)
        #expect(try await simulation.intent(id).end == PaymentIntentEnd(.failed, .consentRejected))
    }

    @Test func anEnrollmentThatTheSignOptionsCallInvalidIsReadAtOnce() async throws {
        let simulation = try await Simulation()
        let device = SimulatedDevice(in: simulation)
        let enrollment = try await simulation.enroll(device)
        simulation.bank.revoke(try await simulation.enrollment(enrollment).bank?.enrollmentID ?? "")
        let id = try await simulation.createIntent(enrollment, device)
        #expect(try await simulation.intent(id).end == PaymentIntentEnd(.failed, .enrollmentRevoked))
        try await simulation.pass(seconds: 5)
        #expect(try await simulation.enrollment(enrollment).end?.reason == .revokedByUser)
    }

    // MARK: A bank that says nothing

    @Test func aRequestThatNeedsASilentBankIs503WithinTwelveSeconds() async throws {
        let simulation = try await Simulation()
        let device = SimulatedDevice(in: simulation)
        let enrollment = try await simulation.enroll(device)
        let waiting = try await simulation.createEnrollment(device)
        let pushed = try #require(simulation.bank.calls.last { $0.operation == .pushAuthorization })
        let parameters = RedirectionParameters(
            state: try PushedAuthorization(bytes: pushed.body).state,
            outcome: .refused(error: "access_denied", description: nil)
        )
        simulation.bank.setSilent(true)
        try await expect503(simulation) { _ = try await simulation.createEnrollment(device) }
        try await expect503(simulation) { _ = try await simulation.createIntent(enrollment, device) }
        try await expect503(simulation) { try await simulation.complete(parameters, device) }
        #expect(try await simulation.enrollment(waiting).status == .pending)
        simulation.bank.setSilent(false)
        try await simulation.complete(parameters, device)
        #expect(try await simulation.enrollment(waiting).end?.reason == .rejectedByUser)
    }

    private func expect503(_ simulation: Simulation, _ request: () async throws -> Void) async throws {
        let start = simulation.clock.now
        let failure = await apiFailure(request)
        #expect(failure?.status == 503)
        #expect(failure?.items.map(\.code) == [.institutionUnavailable])
        #expect((failure?.retryAfterSeconds ?? 0) > 0)
        #expect(simulation.clock.now <= start.adding(seconds: 12))
    }

    private func isContradictionTold(_ simulation: Simulation) -> Bool {
        simulation.alerts.withLock { $0.contains { if case .bankContradicts = $0 { true } else { false } } }
    }
}
