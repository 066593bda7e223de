import ChaveBase
import ChavePixModel
import InstitutionPort
import PaymentsModel
import ServerTestSupport
import Testing

/// The bank's clock is 90 s ahead or behind, and people come at the last moment: both sides end alike.
@Suite struct ClockSkewTests {
    static let clocks: [Int64] = [-90, 0, 90]
    /// Seconds from the bank's own deadline.
    static let moments: [Int64] = [-95, -12, -10, -9, -1, 0, 1, 95]

    @Test(arguments: clocks, moments)
    func aHolderWhoComesBackAtTheLastMomentEndsAlikeOnBothSides(_ ahead: Int64, _ moment: Int64) async throws {
        let simulation = try await Simulation(bankAheadSeconds: ahead)
        let device = SimulatedDevice(in: simulation)
        let id = try await simulation.createEnrollment(device)
        let bankID = try #require(try await simulation.enrollment(id).bank?.enrollmentID)
        let deadline = try #require(simulation.bank.deadline(ofEnrollment: bankID))
        simulation.clock.advance(to: deadline.adding(seconds: moment))
        if let parameters = try? await simulation.approval(of: id) {
            try? await simulation.complete(parameters, device)
        }
        if let credential = try? await simulation.registrationCredential(id, device) {
            try await simulation.confirm(id, credential, device)
        }
        try await expectOneEnd(simulation, id, bankID)
        let isInTime = moment < -EnrollmentRules.stopsBeforeBankSeconds
        #expect(try await simulation.enrollment(id).status == (isInTime ? .succeeded : .failed))
    }

    @Test(arguments: clocks, moments)
    func aCredentialAtTheLastMomentEndsAlikeOnBothSides(_ ahead: Int64, _ moment: Int64) async throws {
        let simulation = try await Simulation(bankAheadSeconds: ahead)
        let device = SimulatedDevice(in: simulation)
        let id = try await simulation.createEnrollment(device)
        try await simulation.complete(simulation.approval(of: id), device)
        let bankID = try #require(try await simulation.enrollment(id).bank?.enrollmentID)
        let credential = try await simulation.registrationCredential(id, device)
        let deadline = try #require(simulation.bank.deadline(ofEnrollment: bankID))
        simulation.clock.advance(to: deadline.adding(seconds: moment))
        try? await simulation.confirm(id, credential, device)
        try await expectOneEnd(simulation, id, bankID)
        let isInTime = moment < -EnrollmentRules.stopsBeforeBankSeconds - 1
        #expect(try await simulation.enrollment(id).status == (isInTime ? .succeeded : .failed))
    }

    @Test(arguments: clocks, moments)
    func anApprovalAtTheLastMomentEndsAlikeOnBothSides(_ ahead: Int64, _ moment: Int64) async throws {
        let simulation = try await Simulation(bankAheadSeconds: ahead)
        let device = SimulatedDevice(in: simulation)
        let enrollment = try await simulation.enroll(device)
        let id = try await simulation.createIntent(enrollment, device)
        let assertion = try await simulation.assertion(for: id, device)
        let consent = try #require(try await simulation.intent(id).consent?.id)
        let deadline = try #require(simulation.bank.deadline(ofConsent: consent))
        simulation.clock.advance(to: deadline.adding(seconds: moment))
        _ = try? await simulation.authorize(id, assertion, device)
        try await simulation.pass(seconds: 2 * 60 * 60)
        let intent = try await simulation.intent(id)
        #expect(simulation.movements(of: intent) == (intent.status == .succeeded ? 1 : 0))
        let status = simulation.bank.consentStatus(consent)
        #expect(status == (intent.status == .succeeded ? .consumed : .rejected))
        let isInTime = moment < -PaymentIntentRules.stopsBeforeBankSeconds - 1
        #expect(intent.status == (isInTime ? .succeeded : .failed))
        if !isInTime { #expect(intent.end?.code == .consentExpired) }
        #expect(simulation.witness.complaints == [])
    }

    /// Payments API, section 11: leeway 60 s for tokens that others signed.
    @Test(arguments: [-90, -60, 60, 90] as [Int64])
    func anIdentityTokenFromAWrongClockEndsAlikeOnBothSides(_ ahead: Int64) async throws {
        let simulation = try await Simulation()
        let device = SimulatedDevice(in: simulation)
        let id = try await simulation.createEnrollment(device)
        let parameters = try await simulation.approval(of: id, tokenAheadSeconds: ahead)
        try await simulation.complete(parameters, device)
        let ours = try await simulation.enrollment(id)
        if ahead > 60 {
            #expect(ours.end?.reason == .redirectionFailed)
            #expect(simulation.bank.enrollmentStatus(ours.bank?.enrollmentID ?? "") == .rejected)
        } else {
            try await simulation.confirm(id, simulation.registrationCredential(id, device), device)
            #expect(try await simulation.enrollment(id).status == .succeeded)
        }
    }

    @Test(arguments: clocks)
    func aUsableEnrollmentEndsAtItsExpiryOnBothSides(_ ahead: Int64) async throws {
        let simulation = try await Simulation(bankAheadSeconds: ahead)
        simulation.bank.setValidity(seconds: 3 * 60 * 60)
        let device = SimulatedDevice(in: simulation)
        let id = try await simulation.enroll(device)
        try await simulation.pass(seconds: 3 * 60 * 60 - 120)
        let intent = try await simulation.createIntent(id, device)
        #expect(try await simulation.enrollment(id).status == .succeeded)
        try await simulation.pass(seconds: 240)
        let ours = try await simulation.enrollment(id)
        #expect(ours.status == .canceled && ours.end?.reason == .validityExpired)
        #expect(simulation.bank.enrollmentStatus(ours.bank?.enrollmentID ?? "") == .revoked)
        #expect(try await simulation.intent(intent).end?.code == .enrollmentRevoked)
        #expect(simulation.witness.complaints == [])
    }

    @Test func aRevocationThatNobodyToldIsReadWithinADay() async throws {
        let simulation = try await Simulation()
        let device = SimulatedDevice(in: simulation)
        let id = try await simulation.enroll(device)
        simulation.bank.revoke(try await simulation.enrollment(id).bank?.enrollmentID ?? "")
        try await simulation.pass(seconds: 24 * 60 * 60 + 300)
        let ours = try await simulation.enrollment(id)
        #expect(ours.status == .canceled && ours.end?.reason == .revokedByUser)
    }

    private func expectOneEnd(_ simulation: Simulation, _ id: EnrollmentID, _ bankID: String) async throws {
        try await simulation.pass(seconds: 60 * 60)
        let ours = try await simulation.enrollment(id)
        let theirs = simulation.bank.enrollmentStatus(bankID)
        switch ours.status {
        case .succeeded: #expect(theirs == .authorised)
        case .failed: #expect(theirs == .rejected || theirs == .revoked)
        default: Issue.record("\(ours.status.rawValue) here, \(theirs?.rawValue ?? "nothing") at the bank")
        }
        #expect(simulation.witness.complaints == [])
    }
}
