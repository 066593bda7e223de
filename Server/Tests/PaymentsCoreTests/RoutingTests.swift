import ChaveBase
import ChavePixModel
import ChaveWire
import InstitutionPort
import PaymentsCore
import PaymentsModel
import ServerTestSupport
import Testing

/// How objects reach their bank, and what happens while it cannot be reached.
@Suite struct RoutingTests {
    @Test func everyCallGoesTheWayByWhichItsObjectWasMade() async throws {
        let simulation = try await Simulation()
        let device = SimulatedDevice(in: simulation)
        let first = InstitutionRoute(text: "v4")
        simulation.bank.setRouting(.by(first))
        let enrollment = try await simulation.enroll(device)
        let made = simulation.bank.calls.count
        #expect(simulation.bank.calls.allSatisfy { $0.route == first })
        // The bank offers another version from now on: what exists stays where it is.
        let second = InstitutionRoute(text: "v5")
        simulation.bank.setRouting(.by(second))
        let intent = try await simulation.createIntent(enrollment, device)
        try await simulation.authorize(intent, simulation.assertion(for: intent, device), device)
        try await simulation.pass(seconds: 10)
        for call in simulation.bank.calls.dropFirst(made) {
            let isOfEnrollment = call.operation == .refreshToken || call.operation == .readEnrollment
            #expect(call.route == (isOfEnrollment ? first : second), "\(call.operation)")
        }
        #expect(try await simulation.intent(intent).status == .succeeded)
        #expect(try await simulation.enrollment(enrollment).route == first)
    }

    @Test func nothingIsMadeAtABankThatCannotBeReached() async throws {
        let simulation = try await Simulation()
        let device = SimulatedDevice(in: simulation)
        simulation.bank.setRouting(.notNow)
        let failure = await #expect(throws: APIFailure.self) { try await simulation.createEnrollment(device) }
        #expect(failure?.status == 503)
        #expect(simulation.bank.calls.isEmpty)
        simulation.bank.setRouting(.only)
        _ = try await simulation.enroll(device)
    }

    /// Approves, while the bank's keys go away with the exchange of the code and come back half a minute later.
    private func enrollmentWhoseKeysAreAway(
        identifiedAs subject: String
    ) async throws -> (Simulation, SimulatedDevice, EnrollmentID) {
        let simulation = try await Simulation()
        let (device, bank) = (SimulatedDevice(in: simulation), simulation.bank)
        bank.identifyExchanges(as: subject)
        let id = try await simulation.createEnrollment(device)
        bank.onCall { if $0.operation == .exchangeCode { bank.setKeys(false) } }
        _ = try? await simulation.complete(simulation.approval(of: id), device)
        try await simulation.pass(seconds: 30)
        let waiting = try await simulation.enrollment(id)
        #expect(waiting.status == .pending && waiting.unprovenIdentity != nil)
        #expect(!bank.calls.contains { $0.operation == .registrationOptions })
        bank.setKeys(true)
        try await simulation.pass(seconds: 60)
        return (simulation, device, id)
    }

    /// A code works once: tokens that cannot be checked now are kept, and checked before anything is made with them.
    @Test func tokensThatCannotBeCheckedNowAreCheckedLater() async throws {
        let (simulation, device, id) = try await enrollmentWhoseKeysAreAway(identifiedAs: "titular")
        #expect(try await simulation.enrollment(id).unprovenIdentity == nil)
        try await simulation.confirm(id, simulation.registrationCredential(id, device), device)
        #expect(try await simulation.enrollment(id).status == .succeeded)
        #expect(simulation.bank.calls.count { $0.operation == .exchangeCode } == 1)
    }

    @Test func tokensOfAnotherHolderEndTheEnrollmentAlsoWhenThatIsSeenLater() async throws {
        let (simulation, _, id) = try await enrollmentWhoseKeysAreAway(identifiedAs: "outra")
        let ended = try await simulation.enrollment(id)
        #expect(ended.status == .failed && ended.end?.reason == .redirectionFailed)
        #expect(simulation.bank.calls.contains { $0.operation == .endEnrollment })
    }

    /// The bank's keys cannot be had: 503, nothing changes, and the same callback holds later.
    @Test func aCallbackThatCannotBeCheckedNowIsCheckedLater() async throws {
        let simulation = try await Simulation()
        let device = SimulatedDevice(in: simulation)
        let id = try await simulation.createEnrollment(device)
        let parameters = try await simulation.approval(of: id)
        simulation.bank.setKeys(false)
        let before = try await simulation.enrollment(id)
        let failure = await #expect(throws: APIFailure.self) { try await simulation.complete(parameters, device) }
        #expect(failure?.status == 503)
        #expect(try await simulation.enrollment(id) == before)
        simulation.bank.setKeys(true)
        try await simulation.complete(parameters, device)
        #expect(try await simulation.enrollment(id).detailedStatus != before.detailedStatus)
    }

    // MARK: The address for the holder

    @Test func anAddressThatHasEndedIsReplacedWhenTheEnrollmentIsRead() async throws {
        let simulation = try await Simulation()
        let device = SimulatedDevice(in: simulation)
        simulation.bank.setRedirectLife(seconds: 60)
        let id = try await simulation.createEnrollment(device)
        let pushes = { simulation.bank.calls.filter { $0.operation == .pushAuthorization } }
        _ = try await simulation.payments.enrollment(id, for: device.caller)
        #expect(pushes().count == 1)
        try await simulation.pass(seconds: 61)
        // Nobody asks: nothing is pushed.
        #expect(pushes().count == 1)
        let read = try await simulation.payments.enrollment(id, for: device.caller)
        #expect(read.details.redirectURL != nil)
        // The same state, nonce and verifier.
        #expect(pushes().count == 2 && Set(pushes().map(\.body)).count == 1)
        try await simulation.complete(simulation.approval(of: id), device)
        try await simulation.confirm(id, simulation.registrationCredential(id, device), device)
        #expect(try await simulation.enrollment(id).status == .succeeded)
    }

    @Test func anAddressThatHasEndedAndCannotBeReplacedIsNotShown() async throws {
        let simulation = try await Simulation()
        let device = SimulatedDevice(in: simulation)
        simulation.bank.setRedirectLife(seconds: 60)
        let id = try await simulation.createEnrollment(device)
        try await simulation.pass(seconds: 61)
        simulation.bank.setSilent(true)
        let read = try await simulation.payments.enrollment(id, for: device.caller)
        #expect(read.details.redirectURL == nil)
        #expect(read.status == .pending)
        simulation.bank.setSilent(false)
        #expect(try await simulation.payments.enrollment(id, for: device.caller).details.redirectURL != nil)
    }

    @Test func readersWhoAskTogetherCauseOnePush() async throws {
        let simulation = try await Simulation()
        let device = SimulatedDevice(in: simulation)
        simulation.bank.setRedirectLife(seconds: 60)
        let id = try await simulation.createEnrollment(device)
        try await simulation.pass(seconds: 61)
        let payments = try simulation.payments
        await withTaskGroup(of: String?.self) { group in
            for _ in 0..<8 {
                group.addTask { try? await payments.enrollment(id, for: device.caller).details.redirectURL }
            }
            for await address in group { #expect(address != nil) }
        }
        #expect(simulation.bank.calls.count { $0.operation == .pushAuthorization } == 2)
    }

    // MARK: What banks know of the platform

    @Test func aCallbackThatBanksDoNotKnowIsRefusedBeforeAnythingIsMade() async throws {
        let simulation = try await Simulation()
        let device = SimulatedDevice(in: simulation)
        try await simulation.restart(afterSeconds: 1) { $0.redirectURIs = ["https://outra.example/volta"] }
        let failure = await #expect(throws: APIFailure.self) { try await simulation.createEnrollment(device) }
        #expect(failure?.status == 400)
        #expect(failure?.items.first?.field == "details.callback_url")
        #expect(simulation.bank.calls.isEmpty)
        try await simulation.restart(afterSeconds: 1) { $0.redirectURIs = ["https://loja.example/volta"] }
        _ = try await simulation.enroll(device)
    }

    @Test func aReceiverKnownByAKeyAloneIsRefusedWhereBanksWantItsAccount() async throws {
        let simulation = try await Simulation()
        let request = try CreateBankAccountRequest(json: [
            "institution": .string(ScriptedBank.institution.text),
            "holder": [
                "type": "BUSINESS",
                "information": ["name": "Loja", "identifier": "11222333000181", "identifier_type": "CNPJ"],
            ],
            "details": ["country": "BRA", "pix_key": "loja@example.com"],
        ])
        try await simulation.restart(afterSeconds: 1) { $0.needsReceiversAccount = true }
        let failure = await #expect(throws: APIFailure.self) {
            try await simulation.payments.createBankAccount(request, by: simulation.merchant, idempotency: nil)
        }
        #expect(failure?.status == 400 && failure?.items.first?.field == "details.pix_key")
        try await simulation.restart(afterSeconds: 1) { $0.needsReceiversAccount = false }
        let answer = try await simulation.payments.createBankAccount(
            request,
            by: simulation.merchant,
            idempotency: nil
        )
        #expect(answer.status == 201)
    }

    // MARK: The directory

    @Test func anInstitutionThatLeftServesWhatItHasAndTakesNothingNew() async throws {
        let simulation = try await Simulation()
        let device = SimulatedDevice(in: simulation)
        let enrollment = try await simulation.enroll(device)
        try simulation.directory.update([])
        #expect(try simulation.payments.institutions(InstitutionFilter()).isEmpty)
        #expect(try simulation.payments.institution(ScriptedBank.institution).id == ScriptedBank.institution)
        let failure = await #expect(throws: APIFailure.self) { try await simulation.createEnrollment(device) }
        #expect(failure?.status == 400)
        let intent = try await simulation.createIntent(enrollment, device)
        try await simulation.authorize(intent, simulation.assertion(for: intent, device), device)
        try await simulation.pass(seconds: 10)
        #expect(try await simulation.intent(intent).status == .succeeded)
        try simulation.directory.update([simulation.bank.directoryEntry])
        #expect(try simulation.payments.institutions(InstitutionFilter()).count == 1)
    }
}
