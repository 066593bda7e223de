import ChaveBase
import ChavePixModel
import ChaveWire
import PaymentsCore
import PaymentsModel
import ServerTestSupport
import Synchronization
import Testing

/// What is told of a look at a ceremony.
@Suite struct CeremonyAccountTests {
    @Test func aRegistrationIsToldWithWhatWasAskedAndWhatCame() async throws {
        let simulation = try await Simulation()
        let device = SimulatedDevice(in: simulation)
        let id = try await simulation.createEnrollment(device)
        try await simulation.complete(simulation.approval(of: id), device)
        let options = try await simulation.payments.registrationOptions(of: id, for: device.caller)
        let credential = try await device.credential(for: options.json)
        try await simulation.confirm(id, credential, device)
        let account = try #require(simulation.ceremonies.withLock { $0 }.first)
        #expect(simulation.ceremonies.withLock { $0.count } == 1)
        #expect(account.object == .enrollment(id))
        #expect(account.refusal == nil)
        #expect(Base64URL.encode(account.challenge.bytes) == options.json["challenge"]?.string)
        #expect(account.origins == ["https://\(account.relyingPartyID)"])
        #expect(account.userVerification == "required")
        #expect(account.answer == .registration(credential, algorithms: options.algorithms))
    }

    @Test func aRegistrationIsToldOnceAlsoWhenItsEnrollmentMovedMeanwhile() async throws {
        let simulation = try await Simulation()
        let device = SimulatedDevice(in: simulation)
        let id = try await simulation.createEnrollment(device)
        try await simulation.complete(simulation.approval(of: id), device)
        let options = try await simulation.payments.registrationOptions(of: id, for: device.caller)
        let credential = try await device.credential(for: options.json)
        let store = simulation.store
        try simulation.life.afterNextRead {
            let read = try #require(try await store.enrollment(id))
            var moved = read
            moved.version += 1
            var change = Change()
            change.writes.append(.enrollment(moved, expected: read.version, schedule: .never))
            try await store.commit(change)
        }
        try await simulation.confirm(id, credential, device)
        #expect(try await store.enrollment(id)?.attestationDigest != nil)
        #expect(simulation.ceremonies.withLock { $0.count } == 1)
    }

    @Test func anAuthenticationIsToldWithTheCredentialAsOfThen() async throws {
        let scene = try await PaymentScene()
        let before = try #require(try await scene.simulation.store.credential(of: scene.enrollment))
        let assertion = try await scene.simulation.assertion(for: scene.id, scene.device)
        try await scene.simulation.authorize(scene.id, assertion, scene.device)
        try await scene.simulation.work()
        let account = try #require(scene.simulation.ceremonies.withLock { $0 }.last)
        #expect(account.object == .paymentIntent(scene.id) && account.refusal == nil)
        guard case .authentication(let came, let stored, let allowed) = account.answer else {
            Issue.record("no authentication")
            return
        }
        #expect(came == assertion && stored == before)
        #expect(allowed == [before.credentialID])
        #expect(try await scene.simulation.store.credential(of: scene.enrollment) != before)
    }

    @Test func theStepThatRefusesIsNamed() async throws {
        let scene = try await PaymentScene()
        var assertion = try await scene.simulation.assertion(for: scene.id, scene.device)
        assertion.signature[assertion.signature.count - 1] ^= 1
        try await scene.simulation.authorize(scene.id, assertion, scene.device)
        #expect(scene.simulation.ceremonies.withLock { $0 }.last?.refusal == "signature_invalid")
    }

    /// An answer that the state machine does not take is not looked at, and the same one again is taken without a look.
    @Test func whatIsNotLookedAtIsNotTold() async throws {
        let scene = try await PaymentScene()
        let assertion = try await scene.simulation.assertion(for: scene.id, scene.device)
        try await scene.simulation.authorize(scene.id, assertion, scene.device)
        let count = scene.simulation.ceremonies.withLock { $0.count }
        try await scene.simulation.authorize(scene.id, assertion, scene.device)
        var other = assertion
        other.signature = [1]
        #expect(await apiFailure { try await scene.simulation.authorize(scene.id, other, scene.device) }?.status == 409)
        #expect(scene.simulation.ceremonies.withLock { $0.count } == count)
    }

    /// Whatever writes it into a log or an error by mistake writes nothing of it.
    @Test func asTextItSaysNothing() async throws {
        let scene = try await PaymentScene()
        let account = try #require(scene.simulation.ceremonies.withLock { $0 }.first)
        var dumped = ""
        dump(account, to: &dumped)
        for text in ["\(account)", String(reflecting: account), dumped] {
            #expect(!text.contains(account.relyingPartyID) && !text.contains("challenge"))
        }
    }
}
