import ChaveBase
import ChavePixModel
import PaymentsModel
import PaymentsStores
import ServerTestSupport
import Testing
import Webhooks

/// What a text names, over all organisations.
@Suite struct OperatorSearchTests {
    private typealias Scene = OperatorScene

    private func withObjects(
        _ kind: DatabaseUnderTest.Kind,
        _ body: (OperatorScene) async throws -> Void
    ) async throws {
        try await Scene.with(kind) { scene in
            for (place, sample) in scene.samples.enumerated() {
                // Banks of two institutions, so that each has to be looked into.
                var enrollment = sample.enrollment(2, institution: UInt64(place) + 3, externalID: "cadastro-7")
                enrollment.bank = Enrollment.BankSide(enrollmentID: "urn:bank:\(place)")
                try await scene.store.store(.enrollment(enrollment, expected: 0, schedule: .never))
                var intent = sample.intent(5, externalID: "pedido-7")
                let start = StorageSample.start
                intent.consent = .init(id: "urn:consent:\(place)", createdAt: start, expiresAt: start)
                intent.bankPaymentID = "payment:\(place)"
                try await scene.store.store(.paymentIntent(intent, expected: 0, schedule: .never))
                try await scene.store.insert(sample.endpoint(1), atMost: 9)
                try await scene.store.commit(sample.events("e1"))
            }
            try await body(scene)
        }
    }

    private func expect(
        _ text: String,
        enrollments: [EnrollmentID] = [],
        payments: [PaymentIntentID] = [],
        in scene: OperatorScene
    ) async throws {
        let found = try await scene.store.objectsOfAll(named: text)
        #expect(found.enrollments == enrollments && found.paymentIntents == payments, "\(text): \(found)")
        #expect(found.deliveries.isEmpty, "\(text)")
    }

    @Test(arguments: DatabaseUnderTest.Kind.allCases)
    func everyNameOfAnObjectFindsIt(_ kind: DatabaseUnderTest.Kind) async throws {
        try await withObjects(kind) { scene in
            let (first, second) = (Scene.first, Scene.second)
            let (one, other): (EnrollmentID, EnrollmentID) = (first.id(2), second.id(2))
            let (paid, otherPaid): (PaymentIntentID, PaymentIntentID) = (first.id(5), second.id(5))
            try await expect(one.text, enrollments: [one], in: scene)
            try await expect(one.text.uppercased(), enrollments: [one], in: scene)
            // The sample's charge has its intent's id, so it is found once.
            try await expect(paid.text, payments: [paid], in: scene)
            try await expect(second.intent(5).endToEndID.text, payments: [otherPaid], in: scene)
            try await expect("pedido-7", payments: [otherPaid, paid], in: scene)
            try await expect("cadastro-7", enrollments: [other, one], in: scene)
            try await expect("urn:bank:0", enrollments: [one], in: scene)
            try await expect("urn:bank:1", enrollments: [other], in: scene)
            try await expect("urn:consent:1", payments: [otherPaid], in: scene)
            try await expect("payment:0", payments: [paid], in: scene)
            let delivery = try #require(try await scene.store.deliveriesOfAll(status: nil, limit: 1).records.first)
            let found = try await scene.store.objectsOfAll(named: delivery.delivery.id.text)
            #expect(found.deliveries == [delivery.delivery.id])
        }
    }

    @Test(arguments: DatabaseUnderTest.Kind.allCases)
    func whatNamesNothingFindsNothing(_ kind: DatabaseUnderTest.Kind) async throws {
        try await withObjects(kind) { scene in
            let texts = [
                "", "nobody", "' OR '1'='1", "%", "_", "pedido", "PEDIDO-7", "phone", "https://loja.example/volta",
                "\u{0}", "pedido-7\u{0}", "pedido-7\u{0}x", "cadastro-7\u{0}", "urn:bank:0\u{0}", "payment:0\u{0}",
                "\(Scene.first.intent(5).endToEndID.text)\u{0}",
            ]
            for text in texts { try await expect(text, in: scene) }
        }
    }

    @Test(arguments: DatabaseUnderTest.Kind.allCases)
    func theNewestTenAreEnough(_ kind: DatabaseUnderTest.Kind) async throws {
        try await Scene.with(kind) { scene in
            for index in UInt64(2)...14 {
                let enrollment = Scene.first.enrollment(index, externalID: "um")
                try await scene.store.store(.enrollment(enrollment, expected: 0, schedule: .never))
            }
            let newest = (UInt64(5)...14).reversed().map { Scene.first.id($0) as EnrollmentID }
            try await expect("um", enrollments: newest, in: scene)
        }
    }
}
