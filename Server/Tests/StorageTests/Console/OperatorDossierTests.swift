import ChaveBase
import ChavePixModel
import PaymentsModel
import PaymentsStores
import ServerTestSupport
import StoreTestSupport
import Testing
import Webhooks

/// One object with its way, its payments and what was told of it.
@Suite struct OperatorDossierTests {
    private typealias Scene = OperatorScene

    private func walk(_ object: ObjectReference, _ sample: StorageSample, steps: Int64) -> Change {
        var change = Change()
        var head: Digest?
        for version in 1...steps {
            let entry = sample.entry(object, version: version, after: head)
            head = entry.hash
            change.audit.append(entry)
        }
        return change
    }

    @Test(arguments: DatabaseUnderTest.Kind.allCases)
    func theStepsAreInOrderWithWhatWasToldOfThem(_ kind: DatabaseUnderTest.Kind) async throws {
        try await Scene.with(kind) { scene in
            let sample = Scene.first
            try await scene.pay(sample, .lapsing)
            let object = ObjectReference.paymentIntent(sample.id(1))
            var change = walk(object, sample, steps: 3)
            change.events = [
                sample.event("a", of: object, version: 1, type: "payment_intent.created"),
                sample.event("b", of: object, version: 3, type: "payment_intent.failed", status: "FAILED"),
            ]
            try await scene.store.commit(change)
            // The same ids elsewhere are another's.
            try await scene.store.commit(walk(.enrollment(sample.id(1)), sample, steps: 5))
            let dossier = try #require(try await scene.store.dossier(of: sample.id(1) as PaymentIntentID, limit: 9))
            #expect(dossier.steps.map(\.version) == [1, 2, 3] && dossier.unreadable == 0)
            #expect(dossier.steps.map { $0.told?.contains("FAILED") } == [false, nil, true])
            #expect(dossier.owned.organisation == "Loja 1")
            #expect(try await scene.store.dossier(of: sample.id(7) as PaymentIntentID, limit: 9) == nil)
        }
    }

    @Test func throughAPoolerADossierIsOneMomentToo() async throws {
        try await Scene.pooled { scene in
            try await scene.pay(Scene.first, .lapsing)
            try await scene.store.commit(walk(.paymentIntent(Scene.first.id(1)), Scene.first, steps: 2))
            let id = Scene.first.id(1) as PaymentIntentID
            #expect(try await scene.store.dossier(of: id, limit: 9)?.steps.count == 2)
        }
    }

    @Test(arguments: DatabaseUnderTest.Kind.allCases)
    func anEnrollmentHasItsPaymentsAndAPaymentTheDeliveriesOfItsCharge(_ kind: DatabaseUnderTest.Kind) async throws {
        try await Scene.with(kind) { scene in
            for sample in scene.samples {
                try await scene.pay(sample, .lapsing, .lapsing)
                try await scene.store.insert(sample.endpoint(1), atMost: 9)
            }
            let sample = Scene.first
            // The sample's ids are alike from kind to kind; a charge has one of its own.
            let charge = sample.id(77) as ChargeID
            let event = sample.event("c", of: .paymentIntent(sample.id(1)), type: "charge.created")
            let intent = sample.id(1) as PaymentIntentID
            try await scene.damage(StoredPayments.giving(charge, to: intent))
            var change = Change()
            change.events = [
                OutboxEvent(
                    id: event.id,
                    organisation: event.organisation,
                    object: event.object,
                    version: 1,
                    at: event.at,
                    type: event.type,
                    objectID: charge.ofAnyKind,
                    body: event.body
                ), sample.event("d", of: event.object, type: "payment_intent.created"),
            ]
            try await scene.store.commit(change)
            let payment = try #require(try await scene.store.dossier(of: sample.id(1) as PaymentIntentID, limit: 9))
            #expect(Set(payment.deliveries.map(\.delivery.event.type)) == ["charge.created", "payment_intent.created"])
            #expect(payment.deliveries.allSatisfy { $0.object == event.object })
            #expect(payment.payments.isEmpty)
            let enrollment = try #require(try await scene.store.dossier(of: sample.id(1) as EnrollmentID, limit: 9))
            #expect(enrollment.payments.map(\.record.id) == [sample.id(2), sample.id(1)])
            let one = try #require(try await scene.store.dossier(of: sample.id(1) as EnrollmentID, limit: 1))
            #expect(one.payments.map(\.record.id) == [sample.id(2)])
        }
    }

    @Test(arguments: DatabaseUnderTest.Kind.allCases)
    func aDeliveryHasItsAttemptsInOrder(_ kind: DatabaseUnderTest.Kind) async throws {
        try await Scene.with(kind) { scene in
            let (sample, endpoint) = (Scene.second, Scene.second.endpoint(1))
            try await scene.store.insert(endpoint, atMost: 9)
            try await scene.store.commit(sample.events("e1"))
            var now = StorageSample.start
            for step in [DeliveryStep.again(at: now.adding(seconds: 5)), .delivered] {
                let claimed = try #require(try await scene.store.claimAll(at: now, of: [endpoint]).first)
                try await scene.store.end(claimed, step, at: now)
                now = now.adding(seconds: 9)
            }
            let listed = try #require(try await scene.store.deliveriesOfAll(status: nil, limit: 9).records.first)
            let found = try #require(try await scene.store.deliveryOfAny(listed.delivery.id))
            #expect(found.delivery.status == .delivered && found.organisation == "Loja 2")
            let attempts = try await scene.store.readableAttempts(of: found.delivery)
            #expect(attempts.records.map(\.number) == [1, 2] && attempts.unreadable == 0)
            try await scene.damage(StoredWebhooks.misplacingFirstAttempts)
            #expect(try await scene.store.readableAttempts(of: found.delivery).records.map(\.number) == [2, 7])
        }
    }
}
