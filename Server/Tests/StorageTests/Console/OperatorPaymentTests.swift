import ChaveBase
import ChavePixModel
import PaymentsModel
import PaymentsStores
import ServerTestSupport
import StoreTestSupport
import Testing
import Webhooks

/// The operator's choice among the payments of all organisations: each condition by itself, pages, totals, names.
@Suite struct OperatorPaymentTests {
    private typealias Scene = OperatorScene
    private let start = StorageSample.start

    private func filter(status: String? = nil, reason: String? = nil, bank: UInt64? = nil) -> OperatorPaymentFilter {
        var filter = OperatorPaymentFilter()
        (filter.status, filter.reason) = (status, reason)
        if let bank { filter.institution = ResourceID(high: 1, low: bank) }
        return filter
    }

    private func filter(amountFrom: Int64? = nil, amountTo: Int64? = nil) -> OperatorPaymentFilter {
        var filter = OperatorPaymentFilter()
        if let amountFrom { filter.amountFrom = Money(centavos: amountFrom) }
        if let amountTo { filter.amountTo = Money(centavos: amountTo) }
        return filter
    }

    private func filter(createdFrom: Timestamp? = nil, createdTo: Timestamp? = nil) -> OperatorPaymentFilter {
        var filter = OperatorPaymentFilter()
        (filter.createdFrom, filter.createdTo) = (createdFrom, createdTo)
        return filter
    }

    private var ofTheFirst: OperatorPaymentFilter {
        var filter = OperatorPaymentFilter()
        filter.organisation = Scene.first.organisation.id
        return filter
    }

    /// The numbers of the first organisation's payments that a filter chooses, newest first.
    private func chosen(_ filter: OperatorPaymentFilter, _ scene: Scene) async throws -> [PaymentIntentID] {
        try await scene.store.payments(filter, before: nil, limit: 50).rows.records.map(\.record.id)
    }

    @Test(arguments: DatabaseUnderTest.Kind.allCases)
    func paymentsOfAllOrganisationsComeNewestFirst(_ kind: DatabaseUnderTest.Kind) async throws {
        try await Scene.with(kind, paymentsOfAllOrganisationsComeNewestFirst)
    }

    private func paymentsOfAllOrganisationsComeNewestFirst(_ scene: Scene) async throws {
        for sample in scene.samples {
            try await scene.pay(
                sample,
                .created(deadline: start),
                .ended(PaymentIntentEnd(.failed, .insufficientFunds)),
                .succeeded(at: start)
            )
        }
        let (one, two) = (Scene.first, Scene.second)
        let all: [PaymentIntentID] = [3, 2, 1].flatMap { [two.id($0), one.id($0)] }
        let minute = start.adding(seconds: 60)
        let rows: [(OperatorPaymentFilter, [PaymentIntentID])] = [
            (OperatorPaymentFilter(), all), (filter(status: "FAILED"), [two.id(2), one.id(2)]),
            (filter(reason: "insufficient_funds"), [two.id(2), one.id(2)]), (filter(reason: "other"), []),
            (ofTheFirst, [one.id(3), one.id(2), one.id(1)]), (filter(bank: 1), all), (filter(bank: 2), []),
            (filter(createdFrom: minute), Array(all.prefix(4))), (filter(createdTo: minute), Array(all.suffix(2))),
            (filter(amountFrom: 1_234, amountTo: 1_234), all), (filter(amountFrom: 1_235), []),
            (filter(amountTo: 1_233), []), (filter(status: "'; --"), []),
        ]
        for (filter, expected) in rows {
            #expect(try await chosen(filter, scene) == expected, "\(filter)")
        }
        let names = try await scene.store.payments(OperatorPaymentFilter(), before: nil, limit: 2).rows.records
        #expect(names.map(\.organisation) == ["Loja 2", "Loja 1"])
    }

    @Test(arguments: DatabaseUnderTest.Kind.allCases)
    func pagesFollowEachOtherWithoutAGap(_ kind: DatabaseUnderTest.Kind) async throws {
        try await Scene.with(kind, pagesFollowEachOtherWithoutAGap)
    }

    private func pagesFollowEachOtherWithoutAGap(_ scene: Scene) async throws {
        for sample in scene.samples { try await scene.pay(sample, .lapsing, .lapsing, .lapsing, .lapsing) }
        let all = try await chosen(OperatorPaymentFilter(), scene)
        var (found, cursor, pages): ([PaymentIntentID], PaymentIntentID?, Int) = ([], nil, 0)
        repeat {
            let page = try await scene.store.payments(OperatorPaymentFilter(), before: cursor, limit: 3)
            found += page.rows.records.map(\.record.id)
            (cursor, pages) = (page.next, pages + 1)
        } while cursor != nil && pages < 9
        #expect(found == all && found.count == 8 && pages == 3)
    }

    @Test(arguments: DatabaseUnderTest.Kind.allCases)
    func totalsCountAndAddUpByStatus(_ kind: DatabaseUnderTest.Kind) async throws {
        try await Scene.with(kind, totalsCountAndAddUpByStatus)
    }

    private func totalsCountAndAddUpByStatus(_ scene: Scene) async throws {
        for sample in scene.samples {
            try await scene.pay(sample, .succeeded(at: start), .succeeded(at: start), .lapsing)
        }
        let all = try await scene.store.totals(OperatorPaymentFilter())
        #expect(!all.isCut && all.totals.map(\.status) == ["PENDING", "SUCCEEDED"])
        #expect(all.totals.map(\.count) == [2, 4] && all.totals.map(\.centavos) == [2_468, 4_936])
        let own = try await scene.store.totals(ofTheFirst)
        #expect(own.totals.map(\.count) == [1, 2])
        #expect(try await scene.store.totals(filter(status: "FAILED")).totals == [])
        let span = try await scene.store.totals(from: start, to: start.adding(seconds: 61))
        let counts = Dictionary(uniqueKeysWithValues: span.map { ($0.status, $0.count) })
        #expect(counts["SUCCEEDED"] == 4 && counts["PENDING"] == 0 && span.count == 6)
        #expect(span.first { $0.status == "SUCCEEDED" }?.centavos == 4_936)
    }

    @Test(arguments: DatabaseUnderTest.Kind.allCases)
    func aPartOfANameFindsTheNewestPayments(_ kind: DatabaseUnderTest.Kind) async throws {
        try await Scene.with(kind, aPartOfANameFindsTheNewestPayments)
    }

    private func aPartOfANameFindsTheNewestPayments(_ scene: Scene) async throws {
        for sample in scene.samples { try await scene.pay(sample, .lapsing, .lapsing) }
        let intent = Scene.first.intent(2, createdAt: start.adding(seconds: 60))
        let part = String(intent.endToEndID.text.suffix(4))
        let store = scene.store
        #expect(try await store.payments(namedIn: part, limit: 9).contains(intent.id))
        #expect(try await store.payments(namedIn: intent.endToEndID.text, limit: 9) == [intent.id])
        #expect(try await store.payments(namedIn: intent.id.text.uppercased(), limit: 9) == [intent.id])
        #expect(try await store.payments(namedIn: "E12345678", limit: 3).count == 3)
        #expect(try await store.payments(namedIn: "nobody", limit: 9) == [])
    }

    @Test(arguments: DatabaseUnderTest.Kind.allCases)
    func problemsAreWhatWasGivenUpAndWhatHasNoEnd(_ kind: DatabaseUnderTest.Kind) async throws {
        try await Scene.with(kind, problemsAreWhatWasGivenUpAndWhatHasNoEnd)
    }

    private func problemsAreWhatWasGivenUpAndWhatHasNoEnd(_ scene: Scene) async throws {
        try await scene.pay(Scene.first, .settling(since: start), .settling(since: start), .lapsing)
        try await scene.store.insert(Scene.first.endpoint(1), atMost: 9)
        try await scene.store.commit(Scene.first.events("e1"))
        let none = try await scene.store.openProblems(approvedBefore: start, atMost: 9)
        #expect(none.parked == 0 && none.overdue == 0)
        let claimed = try await scene.store.claimAll(at: start, of: [Scene.first.endpoint(1)])
        try await scene.store.end(claimed[0], .parked, at: start)
        let some = try await scene.store.openProblems(approvedBefore: start.adding(seconds: 61), atMost: 9)
        #expect(some.parked == 1 && some.overdue == 2)
        let few = try await scene.store.openProblems(approvedBefore: start.adding(seconds: 61), atMost: 1)
        #expect(few.parked == 1 && few.overdue == 1)
        let merchants = try await scene.store.organisationsOfAll(limit: 9).records
        #expect(Set(merchants.map(\.name)) == ["Loja 1", "Loja 2"])
    }
}
