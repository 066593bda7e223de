import ChaveBase
import ChavePixModel
import PaymentsModel
import PaymentsStores
import ServerTestSupport
import StoreTestSupport
import Testing

/// The operator's choice among the payments of all organisations: each condition by itself, pages, totals, names.
@Suite struct OperatorPaymentTests {
    private typealias Scene = OperatorScene
    private let start = StorageSample.start

    private func filter(_ set: (inout OperatorPaymentFilter) -> Void) -> OperatorPaymentFilter {
        var filter = OperatorPaymentFilter()
        set(&filter)
        return filter
    }

    /// The numbers of the first organisation's payments that a filter chooses, newest first.
    private func chosen(_ filter: OperatorPaymentFilter, _ scene: Scene) async throws -> [PaymentIntentID] {
        try await scene.store.payments(filter, before: nil, limit: 50).rows.records.map(\.record.id)
    }

    @Test(arguments: DatabaseUnderTest.Kind.allCases)
    func paymentsOfAllOrganisationsComeNewestFirst(_ kind: DatabaseUnderTest.Kind) async throws {
        try await Scene.with(kind) { scene in
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
            let rows: [(String, (inout OperatorPaymentFilter) -> Void, [PaymentIntentID])] = [
                ("all", { _ in }, all), ("status", { $0.status = "FAILED" }, [two.id(2), one.id(2)]),
                ("reason", { $0.reason = "insufficient_funds" }, [two.id(2), one.id(2)]),
                ("another reason", { $0.reason = "other" }, []),
                ("merchant", { $0.organisation = one.organisation.id }, [one.id(3), one.id(2), one.id(1)]),
                ("bank", { $0.institution = ResourceID(high: 1, low: 1) }, all),
                ("another bank", { $0.institution = ResourceID(high: 1, low: 2) }, []),
                ("from", { $0.createdFrom = minute }, Array(all.prefix(4))),
                ("to", { $0.createdTo = minute }, Array(all.suffix(2))),
                ("amount", { ($0.amountFrom, $0.amountTo) = (Money(centavos: 1_234), Money(centavos: 1_234)) }, all),
                ("more", { $0.amountFrom = Money(centavos: 1_235) }, []),
                ("less", { $0.amountTo = Money(centavos: 1_233) }, []),
                ("a text of another kind", { $0.status = "'; --" }, []),
            ]
            for (name, set, expected) in rows {
                #expect(try await chosen(filter(set), scene) == expected, "\(name)")
            }
            let names = try await scene.store.payments(filter { _ in }, before: nil, limit: 2).rows.records
            #expect(names.map(\.organisation) == ["Loja 2", "Loja 1"])
        }
    }

    @Test(arguments: DatabaseUnderTest.Kind.allCases)
    func pagesFollowEachOtherWithoutAGap(_ kind: DatabaseUnderTest.Kind) async throws {
        try await Scene.with(kind) { scene in
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
    }

    @Test(arguments: DatabaseUnderTest.Kind.allCases)
    func totalsCountAndAddUpByStatus(_ kind: DatabaseUnderTest.Kind) async throws {
        try await Scene.with(kind) { scene in
            for sample in scene.samples {
                try await scene.pay(sample, .succeeded(at: start), .succeeded(at: start), .lapsing)
            }
            let all = try await scene.store.totals(OperatorPaymentFilter())
            #expect(!all.isCut && all.totals.map(\.status) == ["PENDING", "SUCCEEDED"])
            #expect(all.totals.map(\.count) == [2, 4] && all.totals.map(\.centavos) == [2_468, 4_936])
            let own = try await scene.store.totals(filter { $0.organisation = Scene.first.organisation.id })
            #expect(own.totals.map(\.count) == [1, 2])
            #expect(try await scene.store.totals(filter { $0.status = "FAILED" }).totals == [])
            let span = try await scene.store.totals(from: start, to: start.adding(seconds: 61))
            let counts = Dictionary(uniqueKeysWithValues: span.map { ($0.status, $0.count) })
            #expect(counts["SUCCEEDED"] == 4 && counts["PENDING"] == 0 && span.count == 6)
            #expect(span.first { $0.status == "SUCCEEDED" }?.centavos == 4_936)
        }
    }

    @Test(arguments: DatabaseUnderTest.Kind.allCases)
    func aPartOfANameFindsTheNewestPayments(_ kind: DatabaseUnderTest.Kind) async throws {
        try await Scene.with(kind) { scene in
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
    }

    @Test(arguments: DatabaseUnderTest.Kind.allCases)
    func problemsAreWhatWasGivenUpAndWhatHasNoEnd(_ kind: DatabaseUnderTest.Kind) async throws {
        try await Scene.with(kind) { scene in
            try await scene.pay(Scene.first, .settling(since: start), .settling(since: start), .lapsing)
            try await scene.store.insert(Scene.first.endpoint(1), atMost: 9)
            try await scene.store.commit(Scene.first.events("e1"))
            let none = try await scene.store.openProblems(approvedBefore: start, atMost: 9)
            #expect(none == (0, 0))
            let claimed = try await scene.store.claimAll(at: start, of: [Scene.first.endpoint(1)])
            try await scene.store.end(claimed[0], .parked, at: start)
            let some = try await scene.store.openProblems(approvedBefore: start.adding(seconds: 61), atMost: 9)
            #expect(some == (1, 2))
            let few = try await scene.store.openProblems(approvedBefore: start.adding(seconds: 61), atMost: 1)
            #expect(few == (1, 1))
            let merchants = try await scene.store.organisationsOfAll(limit: 9).records
            #expect(Set(merchants.map(\.name)) == ["Loja 1", "Loja 2"])
        }
    }
}
