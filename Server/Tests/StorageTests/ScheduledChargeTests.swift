import ChaveBase
import ChavePixModel
import PaymentsModel
import ServerTestSupport
import Testing

/// The charges of schedules in each storage: rows of their own, lists with those of other intents, and their names.
@Suite struct ScheduledChargeTests {
    private static let sample = StorageSample(1)

    /// Intent 1 at once, intent 2 with the charges 200 to 202, intent 3 at once and paid.
    private func withCharges(
        _ backend: Backend,
        _ body: (any PaymentsStore, PaymentIntent) async throws -> Void
    ) async throws {
        let sample = Self.sample
        try await backend.withStore { store async throws in
            try await store.commit(sample.foundation)
            let scheduled = sample.intent(2, centavos: 5_000, days: 3)
            var paid = sample.intent(3)
            paid.state = .succeeded(at: StorageSample.start)
            try await store.store(
                .paymentIntent(sample.intent(1), expected: 0, schedule: .never),
                .paymentIntent(scheduled, expected: 0, schedule: .never),
                .insertCharges(scheduled.schedule?.charges ?? [], of: scheduled),
                .paymentIntent(paid, expected: 0, schedule: .never)
            )
            try await body(store, scheduled)
        }
    }

    private func listed(
        _ store: any PaymentsStore,
        _ change: (inout ChargeQuery) -> Void = { _ in }
    ) async throws -> [ListedCharge] {
        var query = ChargeQuery()
        change(&query)
        let page = try await store.charges(query, of: Self.sample.organisation.id)
        #expect(page.count == page.items.count)
        return page.items
    }

    private func charge(_ intent: UInt64, _ number: Int? = nil) -> ListedCharge {
        ListedCharge(intent: Self.sample.id(intent), number: number)
    }

    /// Ends the second charge, as one commit of its intent does.
    private func endSecond(_ scheduled: PaymentIntent, in store: any PaymentsStore) async throws {
        var later = scheduled
        var schedule = try #require(later.schedule)
        schedule.charges[1].end = .succeeded
        schedule.charges[1].bankPaymentID = "pagamento-2"
        later.schedule = schedule
        later.version += 1
        try await store.store(
            .paymentIntent(later, expected: scheduled.version, schedule: .never),
            .updateCharges([schedule.charges[1]], of: later)
        )
    }

    @Test(arguments: Backend.allCases)
    func chargesOfAllIntentsAreOneList(_ backend: Backend) async throws {
        try await withCharges(backend) { store, scheduled async throws in
            let all = [charge(2, 3), charge(2, 2), charge(2, 1), charge(3), charge(1)]
            #expect(try await listed(store) == all)
            #expect(try await listed(store) { $0.status = .pending } == [all[0], all[1], all[2], all[4]])
            #expect(try await listed(store) { $0.status = .succeeded } == [all[3]])
            #expect(try await listed(store) { $0.paymentIntent = scheduled.id } == Array(all[0...2]))
            #expect(try await listed(store) { $0.amountFrom = Money(centavos: 5_000) } == Array(all[0...2]))
            #expect(try await listed(store) { $0.customer = Self.sample.id(9) } == [])
            try await endSecond(scheduled, in: store)
            #expect(try await listed(store) { $0.status = .succeeded } == [all[1], all[3]])
        }
    }

    @Test(arguments: Backend.allCases, [1, 2, 3])
    func theListGoesOnWhereAPageEnds(_ backend: Backend, _ size: Int) async throws {
        try await withCharges(backend) { store, scheduled async throws in
            let all = try await listed(store)
            var found: [ListedCharge] = []
            var query = ChargeQuery()
            query.page = PageRequest(size: size)
            while true {
                let page = try await store.charges(query, of: Self.sample.organisation.id)
                #expect(page.count == 5)
                found += page.items
                guard page.hasOlder, let last = page.items.last else { break }
                query.page.start = .after(place(of: last, scheduled))
            }
            #expect(found == all)
            query.page.start = .before(place(of: all[4], scheduled))
            #expect(
                try await store.charges(query, of: Self.sample.organisation.id).items == Array(all[..<4].suffix(size))
            )
        }
    }

    private func place(of charge: ListedCharge, _ scheduled: PaymentIntent) -> AnyID {
        guard let number = charge.number, let own = scheduled.schedule?.charges[number - 1] else {
            return charge.intent.ofAnyKind
        }
        return own.id.ofAnyKind
    }

    @Test(arguments: Backend.allCases)
    func anIntentIsFoundByEachOfItsCharges(_ backend: Backend) async throws {
        try await withCharges(backend) { store, scheduled async throws in
            let of = Self.sample.organisation.id
            let second = try #require(scheduled.schedule?.charges[1])
            #expect(try await store.paymentIntent(charge: second.id, of: of)?.id == scheduled.id)
            var query = PaymentIntentQuery()
            query.endToEndID = second.endToEndID.text
            #expect(try await store.paymentIntents(query, of: of).items.map(\.id) == [scheduled.id])
            #expect(try await store.paymentIntent(bankID: "pagamento-2", at: scheduled.institution) == nil)
            try await endSecond(scheduled, in: store)
            #expect(try await store.paymentIntent(bankID: "pagamento-2", at: scheduled.institution)?.id == scheduled.id)
            let both: Set<PaymentIntentID> = [scheduled.id, Self.sample.id(1), Self.sample.id(77)]
            #expect(Set(try await store.paymentIntents(both, of: of).map(\.id)).count == 2)
        }
    }

    @Test(arguments: Backend.allCases)
    func anIntentWithAScheduleIsOpenUntilItsEnd(_ backend: Backend) async throws {
        try await withCharges(backend) { store, scheduled async throws in
            var waiting = scheduled
            waiting.version += 1
            waiting.state = .scheduled(lookAt: StorageSample.start)
            try await store.store(.paymentIntent(waiting, expected: scheduled.version, schedule: .never))
            let open = try await store.openPaymentIntents(of: scheduled.customer, Self.sample.organisation.id)
            #expect(open.map(\.id).contains(scheduled.id))
            await #expect(throws: CommitFailure.self) {
                try await store.store(.requireNothingOpen(of: scheduled.customer, Self.sample.organisation.id))
            }
        }
    }
}
