import ChavePixModel
import PaymentsCore
import PaymentsModel
import ServerTestSupport
import Testing

/// What ceremonies leave of a credential in the platform's store.
@Suite struct CredentialTests {
    @Test func aPaymentStoresTheCounterThatWasSigned() async throws {
        let scene = try await PaymentScene()
        let before = try #require(try await scene.simulation.store.credential(of: scene.enrollment))
        try await scene.pay()
        let after = try #require(try await scene.simulation.store.credential(of: scene.enrollment))
        #expect(after.signCount > before.signCount)
    }

    @Test func aSignatureThatDoesNotHoldChangesNothingOfTheCredential() async throws {
        let scene = try await PaymentScene()
        let before = try #require(try await scene.simulation.store.credential(of: scene.enrollment))
        var wrong = try await scene.simulation.assertion(for: scene.id, scene.device)
        // Claims to be backed up, with a high counter; nothing of it is signed.
        wrong.authenticatorData[32] |= 0x18
        wrong.authenticatorData[33] = 0x7F
        try await scene.simulation.authorize(scene.id, wrong, scene.device)
        #expect(try await scene.intent.end?.code == .biometricValidationError)
        #expect(try await scene.simulation.store.credential(of: scene.enrollment) == before)
    }

    @Test func aRegistrationChallengeTakesOneCredential() async throws {
        let simulation = try await Simulation()
        let device = SimulatedDevice(in: simulation)
        let enrollment = try await simulation.createEnrollment(device)
        try await simulation.complete(simulation.approval(of: enrollment), device)
        let first = try await simulation.registrationCredential(enrollment, device)
        let second = try await simulation.registrationCredential(enrollment, device)
        try await simulation.confirm(enrollment, first, device)
        let stored = try #require(try await simulation.store.credential(of: enrollment))
        #expect(await apiFailure { try await simulation.confirm(enrollment, second, device) }?.status == 409)
        #expect(try await simulation.store.credential(of: enrollment) == stored)
    }

    @Test func ofTwoCredentialsAtOnceOneIsTaken() async throws {
        let simulation = try await Simulation()
        let device = SimulatedDevice(in: simulation)
        let enrollment = try await simulation.createEnrollment(device)
        try await simulation.complete(simulation.approval(of: enrollment), device)
        let credentials = [
            try await simulation.registrationCredential(enrollment, device),
            try await simulation.registrationCredential(enrollment, device),
        ]
        let taken = await withTaskGroup(of: Bool.self) { group in
            for credential in credentials {
                group.addTask {
                    await apiFailure { try await simulation.confirm(enrollment, credential, device) } == nil
                }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(taken == 1)
    }
}
