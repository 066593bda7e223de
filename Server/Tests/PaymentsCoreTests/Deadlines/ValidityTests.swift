import ChaveBase
import ChavePixModel
import InstitutionPort
import PaymentsModel
import ServerTestSupport
import Testing

/// The end of a usable enrollment's validity: the bank is read first, and its word decides (Payments API, section 5).
struct ValidityTests {
    private static let hour: Int64 = 60 * 60

    /// A usable enrollment whose validity ends in an hour, as far as the platform knows.
    private static func enrolled() async throws -> (Simulation, SimulatedDevice, EnrollmentID, bankID: String) {
        let simulation = try await Simulation()
        simulation.bank.setValidity(seconds: hour)
        let device = SimulatedDevice(in: simulation)
        let id = try await simulation.enroll(device)
        return (simulation, device, id, try await simulation.enrollment(id).bank?.enrollmentID ?? "")
    }

    @Test func anEnrollmentThatTheBankHasProlongedGoesOn() async throws {
        let (simulation, device, id, bankID) = try await Self.enrolled()
        simulation.bank.prolong(enrollment: bankID, seconds: 10 * Self.hour)
        let told = try await simulation.enrollment(id).bank?.expiresAt
        try await simulation.pass(seconds: 2 * Self.hour)
        let ours = try await simulation.enrollment(id)
        #expect(ours.status == .succeeded)
        #expect(simulation.bank.enrollmentStatus(bankID) == .authorised)
        #expect(ours.bank?.expiresAt == told?.adding(seconds: 9 * Self.hour))
        let intent = try await simulation.createIntent(id, device)
        try await simulation.authorize(intent, simulation.assertion(for: intent, device), device)
        try await simulation.pass(seconds: 60)
        #expect(try await simulation.intent(intent).status == .succeeded)
        // The new end is one too.
        try await simulation.pass(seconds: 9 * Self.hour)
        #expect(try await simulation.enrollment(id).end?.reason == .validityExpired)
        #expect(simulation.witness.complaints == [])
    }

    @Test func aSilentBankEndsNothingAndMeanwhileNothingIsPaid() async throws {
        let (simulation, device, id, bankID) = try await Self.enrolled()
        try await simulation.pass(seconds: Self.hour - 120)
        let intent = try await simulation.createIntent(id, device)
        let assertion = try await simulation.assertion(for: intent, device)
        simulation.bank.prolong(enrollment: bankID, seconds: 10 * Self.hour)
        simulation.bank.setSilent(true)
        try await simulation.pass(seconds: 150)
        #expect(try await simulation.enrollment(id).status == .succeeded)
        let approval = await apiFailure { try await simulation.authorize(intent, assertion, device) }
        #expect(approval?.status == 409 && approval?.items.first?.message.contains("validity") == true)
        let creation = await apiFailure { try await simulation.createIntent(id, device) }
        #expect(creation?.status == 400 && creation?.items.first?.message.contains("validity") == true)
        #expect(!simulation.bank.calls.contains { $0.operation == .authoriseConsent })
        // Nothing was spent: the same assertion pays once the bank has said that it goes on.
        simulation.bank.setSilent(false)
        try await simulation.pass(seconds: 61)
        try await simulation.authorize(intent, assertion, device)
        try await simulation.pass(seconds: 60)
        #expect(try await simulation.intent(intent).status == .succeeded)
    }

    @Test func aSilentBankIsAskedAtMostOnceAMinuteAfterAWhile() async throws {
        let (simulation, _, id, _) = try await Self.enrolled()
        try await simulation.pass(seconds: Self.hour - 10)
        simulation.bank.setSilent(true)
        try await simulation.pass(seconds: Self.hour)
        let asked = simulation.bank.calls.count
        for _ in 0..<360 { try await simulation.pass(seconds: 10) }
        #expect((10...61).contains(simulation.bank.calls.count - asked))
        simulation.bank.setSilent(false)
        try await simulation.pass(seconds: 120)
        #expect(try await simulation.enrollment(id).end?.reason == .validityExpired)
    }

    /// The bank's 15 minutes begin with the try that arrived, whose answer nobody heard.
    @Test func aRepeatOfTheSignalsGivesTheHolderNoMoreTimeThanTheBankDoes() async throws {
        let simulation = try await Simulation()
        let device = SimulatedDevice(in: simulation)
        simulation.bank.script { call, earlier in
            call.operation == .sendRiskSignals && earlier < 5 ? .answerLost : nil
        }
        let client = InsistingClient(simulation: simulation, pause: 1)
        let create = { try await simulation.createEnrollment(device, key: "vinculo") }
        let id = try #require(try await client.insisting(create))
        let ours = try await simulation.enrollment(id)
        guard case .awaitingHolder(_, let deadline) = ours.state else {
            Issue.record("no redirect URL")
            return
        }
        let theirs = try #require(simulation.bank.deadline(ofEnrollment: ours.bank?.enrollmentID ?? ""))
        #expect(deadline <= theirs.adding(seconds: -EnrollmentRules.stopsBeforeBankSeconds))
        #expect(simulation.bank.calls.count { $0.operation == .sendRiskSignals } == 6)
    }
}
