import ChaveBase
import ChavePixModel
import PaymentsCore
import PaymentsModel
import ServerTestSupport
import Testing
import Waiting

/// Reads that are held, with a change at every awkward moment.
struct HeldReadTests {
    private static let patience = ReadCondition(waitMilliseconds: 30_000)

    @Test func aChangeBetweenTheReadAndTheWaitIsNotMissed() async throws {
        let scene = try await PaymentScene()
        let payments = try scene.simulation.payments
        let began = scene.simulation.clock.now
        try scene.simulation.life.afterNextRead {
            _ = try await payments.cancelPaymentIntent(scene.id, by: scene.device.caller)
        }
        let found = try await payments.paymentIntent(
            scene.id,
            for: scene.device.caller,
            if: HeldReadTests.patience,
            proving: {}
        ).answer()
        #expect(found.resource.status == .canceled)
        #expect(scene.simulation.clock.now == began, "answered by the change, not by time")
    }

    @Test func anEndBetweenTheReadAndTheWaitForOptionsIsNotMissed() async throws {
        let simulation = try await Simulation()
        let device = SimulatedDevice(in: simulation)
        let enrollment = try await simulation.createEnrollment(device)
        let payments = try simulation.payments
        let began = simulation.clock.now
        try simulation.life.afterNextRead {
            _ = try await payments.cancelEnrollment(enrollment, by: device.caller)
        }
        let failure = await apiFailure {
            try await payments.registrationOptions(
                of: enrollment,
                for: device.caller,
                if: HeldReadTests.patience,
                proving: {}
            ).answer()
        }
        #expect(failure?.status == 409)
        #expect(simulation.clock.now == began)
    }

    @Test func aWakeUpThatWasLostCostsTimeAndNoTruth() async throws {
        let scene = try await PaymentScene()
        let payments = try scene.simulation.payments
        // Written past the process that waits: as by another node, of which this one hears nothing.
        let store = scene.simulation.store
        let intent = try await scene.intent
        try scene.simulation.life.afterNextRead {
            var ended = intent
            ended.state = .ended(PaymentIntentEnd(.failed, .other))
            ended.version += 1
            var change = Change()
            change.writes.append(.paymentIntent(ended, expected: intent.version, schedule: .never))
            try await store.commit(change)
        }
        let began = scene.simulation.clock.now
        let found = try await payments.paymentIntent(
            scene.id,
            for: scene.device.caller,
            if: HeldReadTests.patience,
            proving: {}
        ).answer()
        #expect(found.resource.status == .failed)
        let seconds = scene.simulation.clock.now.microseconds(since: began) / 1_000_000
        #expect((29...31).contains(seconds), "\(seconds)")
    }

    @Test func aHeldReadAsksNothingOfTheStorageUntilSomethingChanges() async throws {
        let scene = try await PaymentScene()
        let payments = try scene.simulation.payments
        let life = try scene.simulation.life
        try await scene.simulation.work()
        let before = life.reads
        _ = try await payments.paymentIntent(
            scene.id,
            for: scene.device.caller,
            if: HeldReadTests.patience,
            proving: {}
        ).answer()
        // At the beginning and at the end: the intent with the enrollment that the answer shows.
        #expect(life.reads == before + 2)
    }

    @Test func aHeldReadIsProvedAgainBeforeItSaysAnything() async throws {
        let scene = try await PaymentScene()
        let payments = try scene.simulation.payments
        for condition in [HeldReadTests.patience, ReadCondition(waitMilliseconds: 1)] {
            let failure = await apiFailure {
                try await payments.paymentIntent(scene.id, for: scene.device.caller, if: condition) {
                    () async throws(APIFailure) in throw .tokenNotValid
                }.answer()
            }
            #expect(failure == .tokenNotValid)
        }
        let answeredAtOnce = try await payments.paymentIntent(scene.id, for: scene.device.caller, if: .none) {
            () async throws(APIFailure) in throw .tokenNotValid
        }.answer()
        #expect(answeredAtOnce.resource.status == .pending, "what was not held was proved a moment ago")
    }
}
