import ChaveBase
import ChavePixModel
import Hashing
import InstitutionPort
import PaymentsModel
import ServerTestSupport
import Testing

@testable import PaymentsCore

/// What a crash could get again under a stored key shares a commit with what comes next; everything else has its own.
@Suite struct JoinedCommitTests {
    private struct Scene {
        let simulation: Simulation
        let device: SimulatedDevice
        let enrollment: EnrollmentID

        init() async throws {
            simulation = try await Simulation()
            device = SimulatedDevice(in: simulation)
            enrollment = try await simulation.enroll(device)
        }

        func create(key: String? = "pedido") async throws -> PaymentIntentID {
            try await simulation.createIntent(enrollment, device, key: key)
        }

        func actions(of id: PaymentIntentID) -> [[String]] { simulation.witness.actions(of: .paymentIntent(id)) }
    }

    @Test(arguments: [nil, "pedido"] as [String?])
    func aPaymentHasFiveCommits(_ key: String?) async throws {
        let scene = try await Scene()
        scene.simulation.bank.setSettlement(.after(seconds: 0))
        let answersBefore = scene.simulation.witness.answersAlone
        let id = try await scene.create(key: key)
        let assertion = try await scene.simulation.assertion(for: id, scene.device)
        try await scene.simulation.authorize(id, assertion, scene.device, key: key.map { "\($0)-ok" })
        try await scene.simulation.pass(seconds: 60)
        #expect(try await scene.simulation.intent(id).status == .succeeded)
        let expected = [["created"], ["consent-created", "challenge"], ["approval"], ["authorised"], ["settled"]]
        #expect(scene.actions(of: id) == expected)
        #expect(scene.simulation.witness.answersAlone == answersBefore)
        #expect(scene.simulation.witness.complaints == [])
    }

    @Test func theAnswerThatCameWithTheChallengeIsGivenAgain() async throws {
        let scene = try await Scene()
        let id = try await scene.create()
        #expect(try await scene.create() == id)
        try await scene.simulation.restart(afterSeconds: 1)
        #expect(try await scene.create() == id)
        #expect(scene.simulation.bank.calls.count { $0.operation == .createConsent } == 1)
    }

    /// The run pauses without a challenge, so what it knows of the consent is stored, and the call is not made again.
    @Test func aConsentIsStoredWhereItsChallengeIsLate() async throws {
        let scene = try await Scene()
        scene.simulation.bank.script { call, _ in call.operation == .signOptions ? .callLost : nil }
        let failure = await #expect(throws: APIFailure.self) { try await scene.create() }
        #expect(failure?.status == 503)
        scene.simulation.bank.script { _, _ in nil }
        try await scene.simulation.pass(seconds: 60)
        let id = try await scene.create()
        let actions = scene.actions(of: id)
        #expect(actions == [["created"], ["consent-created"], ["challenge"]])
        #expect(scene.simulation.bank.calls.count { $0.operation == .createConsent } == 1)
        #expect(scene.simulation.witness.complaints == [])
    }

    /// A bank that refuses the challenge ends the intent, with the consent that it has given.
    @Test func aRefusedChallengeIsStoredWithItsConsent() async throws {
        let scene = try await Scene()
        scene.simulation.bank.script { call, _ in
            call.operation == .signOptions ? .refused(status: 422, code: "RISCO") : nil
        }
        let id = try await scene.create()
        let intent = try await scene.simulation.intent(id)
        #expect(intent.status == .failed && intent.consent != nil)
        #expect(scene.actions(of: id) == [["created"], ["consent-created", "refused"]])
        #expect(try await scene.create() == id)
        #expect(scene.simulation.witness.complaints == [])
    }

    /// A crash between consent and challenge: the call is repeated under its key, and the bank has one consent.
    @Test func aCrashBetweenConsentAndChallengeMakesNoSecondConsent() async throws {
        let scene = try await Scene()
        try scene.simulation.life.end(atCommit: 2, .beforeStoring)
        _ = try? await scene.create()
        #expect(try scene.simulation.life.isDead)
        try await scene.simulation.restart(afterSeconds: 60)
        let id = try await scene.create()
        let intent = try await scene.simulation.intent(id)
        #expect(intent.status == .pending)
        #expect(scene.actions(of: id) == [["created"], ["consent-created", "challenge"]])
        let consents = scene.simulation.bank.calls.filter { $0.operation == .createConsent }
        #expect(consents.count == 2 && Set(consents.map(\.idempotencyKey)).count == 1)
        #expect(Set(consents.map(\.body)).count == 1)
    }

    /// A request that has no time left frees its key; what the bank says after that is stored, and asked for once.
    @Test func aChallengeThatComesAfterTheRequestHasLeftIsStoredAllTheSame() async throws {
        let scene = try await Scene()
        let clock = scene.simulation.clock
        scene.simulation.bank.onCall { call in
            if call.operation == .signOptions { clock.advance(seconds: 13) }
        }
        _ = try? await scene.create()
        scene.simulation.bank.onCall(nil)
        try await scene.simulation.pass(seconds: 20)
        let id = try await scene.create()
        #expect(try await scene.simulation.intent(id).status == .pending)
        #expect(scene.actions(of: id) == [["created"], ["consent-created", "challenge"]])
        for operation in [InstitutionOperation.createConsent, .signOptions] {
            #expect(scene.simulation.bank.calls.count { $0.operation == operation } == 1, "\(operation)")
        }
        #expect(scene.simulation.witness.complaints == [])
    }

    /// Somebody else has taken the key over by the time that the challenge is there.
    @Test func aKeyThatWasTakenOverKeepsNoChallengeFromBeingStored() async throws {
        let scene = try await Scene()
        let payments = try scene.simulation.payments
        let id = try await scene.create(key: nil)
        let intent = try await scene.simulation.intent(id)
        let hold = IdempotencyHold(scope: Digest(ofText: "of nobody"), heldUntil: scene.simulation.clock.now)
        let creation = IntentCreation(by: scene.device.caller, holding: hold)
        let customer = try #require(
            try await scene.simulation.store.customer(intent.customer, of: intent.organisation)
        )
        let stored = StoredIntent(intent: intent, payerKey: try payments.key(of: customer), creation: creation)
        let next = try await payments.commit(.cancel, on: intent, actor: "platform", answering: stored)
        #expect(next.status == .canceled)
        #expect(try await scene.simulation.intent(id) == next)
        #expect(!creation.isWanted && creation.answer == nil)
        #expect(creation.answer(storedAt: next.auditHead) == nil)
    }
}
