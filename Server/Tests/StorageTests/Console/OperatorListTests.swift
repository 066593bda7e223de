import ChaveBase
import ChavePixModel
import PaymentsModel
import PaymentsStores
import ServerTestSupport
import StoreTestSupport
import Testing
import Webhooks

/// The operator's lists: all organisations, newest first, and no row that takes the others away.
@Suite struct OperatorListTests {
    private typealias Scene = OperatorScene

    @Test(arguments: DatabaseUnderTest.Kind.allCases)
    func enrollmentsOfAllOrganisationsComeNewestFirst(_ kind: DatabaseUnderTest.Kind) async throws {
        try await Scene.with(kind) { scene in
            for index in [UInt64(2), 3] {
                for sample in scene.samples {
                    var enrollment = sample.enrollment(index)
                    if index == 3 { enrollment.state = .ended(EnrollmentEnd(.failed, .expired), atBank: true) }
                    try await scene.store.store(.enrollment(enrollment, expected: 0, schedule: .never))
                }
            }
            let all = try await scene.store.enrollmentsOfAll(status: nil, limit: 50)
            #expect(all.unreadable == 0)
            let expected: [EnrollmentID] = [3, 2, 1].flatMap { [Scene.second.id($0), Scene.first.id($0)] }
            #expect(all.records.map(\.record.id) == expected)
            #expect(all.records.map(\.organisation).prefix(2) == ["Loja 2", "Loja 1"])
            let failed = try await scene.store.enrollmentsOfAll(status: "FAILED", limit: 50)
            #expect(failed.records.map(\.record.id) == Array(expected.prefix(2)))
            let newest = try await scene.store.enrollmentsOfAll(status: "PENDING", limit: 3)
            #expect(newest.records.map(\.record.id) == Array(expected[2...4]))
            #expect(try await scene.store.enrollmentsOfAll(status: "'; --", limit: 3).records.isEmpty)
        }
    }

    @Test(arguments: DatabaseUnderTest.Kind.allCases)
    func deliveriesComeNewestFirstWhateverTheirStatus(_ kind: DatabaseUnderTest.Kind) async throws {
        try await Scene.with(kind) { scene in
            for sample in scene.samples {
                try await scene.store.insert(sample.endpoint(1), atMost: 9)
                for object in 1...3 { try await scene.store.commit(sample.events("e\(object)", of: UInt64(object))) }
            }
            let endpoint = Scene.first.endpoint(1)
            let claimed = try await scene.store.claimAll(at: StorageSample.start, of: [endpoint])
            try await scene.store.end(claimed[0], .delivered, at: StorageSample.start)
            try await scene.store.end(claimed[1], .parked, at: StorageSample.start)

            let all = try await scene.store.deliveriesOfAll(status: nil, limit: 50).records
            #expect(all.count == 6)
            #expect(all.map(\.delivery.id.text) == all.map(\.delivery.id.text).sorted(by: >))
            #expect(Set(all.map(\.organisation)) == ["Loja 1", "Loja 2"])
            #expect(all.allSatisfy { $0.url == "https://loja.example/hooks/1" && $0.isEndpointEnabled })
            for listed in all { #expect(listed.object?.id == listed.delivery.event.objectID) }
            #expect(
                try await scene.store.deliveriesOfAll(status: nil, limit: 2).records.map(\.delivery.id)
                    == all.prefix(2).map(\.delivery.id)
            )
            for status in WebhookDelivery.Status.allCases {
                let found = try await scene.store.deliveriesOfAll(status: status.rawValue, limit: 50).records
                #expect(found.map(\.delivery.id) == all.map(\.delivery).filter { $0.status == status }.map(\.id))
                #expect(found.count == (status == .pending ? 4 : 1))
            }
        }
    }

    /// For its merchant it is not there either.
    @Test(arguments: DatabaseUnderTest.Kind.allCases)
    func whatWentToADeletedEndpointIsNotShown(_ kind: DatabaseUnderTest.Kind) async throws {
        try await Scene.with(kind) { scene in
            let (sample, endpoint) = (Scene.first, Scene.first.endpoint(1))
            try await scene.store.insert(endpoint, atMost: 9)
            try await scene.store.commit(sample.events("e1"))
            let listed = try #require(try await scene.store.deliveriesOfAll(status: nil, limit: 9).records.first)
            #expect(try await scene.store.deliveryOfAny(listed.delivery.id) != nil)
            #expect(try await scene.store.delete(endpoint.id, of: sample.organisation.id))
            #expect(try await scene.store.deliveriesOfAll(status: nil, limit: 9).records.isEmpty)
            #expect(try await scene.store.deliveryOfAny(listed.delivery.id) == nil)
        }
    }

    @Test(arguments: DatabaseUnderTest.Kind.allCases)
    func aRowThatCannotBeReadIsLeftOutAndCounted(_ kind: DatabaseUnderTest.Kind) async throws {
        try await Scene.with(kind) { scene in
            for sample in scene.samples {
                try await scene.pay(sample, .lapsing, .lapsing)
                try await scene.store.insert(sample.endpoint(1), atMost: 9)
                try await scene.store.commit(sample.events("e1"))
            }
            let id: EnrollmentID = Scene.first.id(1)
            let intent: PaymentIntentID = Scene.first.id(2)
            try await scene.damage(StoredPayments.garbling(id, into: #"{"id":1}"#))
            try await scene.damage(StoredPayments.garbling(intent))
            try await scene.damage(StoredWebhooks.garblingDelivery(of: Scene.first.organisation.id))
            let enrollments = try await scene.store.enrollmentsOfAll(status: nil, limit: 9)
            #expect(enrollments.records.map(\.record.id) == [Scene.second.id(1)] && enrollments.unreadable == 1)
            var open = OperatorPaymentFilter()
            open.status = "PENDING"
            let payments = try await scene.store.payments(open, before: nil, limit: 9).rows
            #expect(payments.records.count == 3 && payments.unreadable == 1)
            let deliveries = try await scene.store.deliveriesOfAll(status: nil, limit: 9)
            #expect(deliveries.records.count == 1 && deliveries.unreadable == 1)
            await #expect(throws: StorageFault.self) { try await scene.store.dossier(of: id, limit: 9) }
        }
    }
}
