import ChaveBase
import ChavePixModel
import PaymentsModel
import ServerTestSupport
import Testing

/// Every filter of every list, alone and with every other one, against the plainest reading of what it means.
extension PaymentsStoreConformance {
    /// One filter: how it is asked for, and what passes it.
    private struct Filter<Query, Record> {
        var name: String
        var ask: (inout Query) -> Void
        var passes: (Record) -> Bool
    }

    private func expect<Query, Record: Sendable>(
        _ filters: [Filter<Query, Record>],
        of records: [Record],
        asking query: Query,
        id: (Record) -> String,
        found: (Query) async throws -> Page<Record>
    ) async throws {
        for (first, one) in filters.enumerated() {
            for other in filters[first...] {
                var asked = query
                one.ask(&asked)
                other.ask(&asked)
                // The same filter twice is asked for once, and the later value counts.
                let expected = records.filter { other.passes($0) && (one.name == other.name || one.passes($0)) }
                let page = try await found(asked)
                #expect(page.items.map(id) == expected.map(id), "\(one.name) and \(other.name)")
                #expect(page.count == expected.count, "\(one.name) and \(other.name)")
                await Task.yield()
            }
        }
    }

    @Test(arguments: Backend.allCases)
    func everyIntentFilterAgreesWithItsMeaningAloneAndInPairs(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let population = FilterPopulation(StorageSample(1), seed: 11)
            let intents = try await population.store(in: store).intents
            func filter(
                _ name: String,
                _ ask: @escaping (inout PaymentIntentQuery) -> Void,
                _ passes: @escaping (PaymentIntent) -> Bool
            ) -> Filter<PaymentIntentQuery, PaymentIntent> { Filter(name: name, ask: ask, passes: passes) }
            let sample = population.sample
            let (early, late) = (StorageSample.start.adding(seconds: 3), StorageSample.start.adding(seconds: 7))
            let chosen = intents[intents.count / 2]
            var filters = [
                filter("external_id", { $0.externalID = "a" }, { $0.details.externalID == "a" }),
                filter("customer", { $0.customer = sample.id(2) }, { $0.customer == sample.id(2) }),
                filter("enrollment", { $0.enrollment = sample.id(3) }, { $0.enrollment == sample.id(3) }),
                filter("end_to_end_id", { $0.endToEndID = chosen.endToEndID.text }, { $0.id == chosen.id }),
                filter("from", { $0.createdFrom = early }, { $0.createdAt >= early }),
                filter("to", { $0.createdTo = late }, { $0.createdAt <= late }),
                filter("device", { $0.device = sample.digest("mine") }) {
                    $0.createdBy.device == sample.digest("mine")
                },
                filter("amount", { $0.amount = Money(centavos: 1_000) }, { $0.amount.centavos == 1_000 }),
                filter("amount_from", { $0.amountFrom = Money(centavos: 129) }, { $0.amount.centavos >= 129 }),
                filter("amount_to", { $0.amountTo = Money(centavos: 1_023) }, { $0.amount.centavos <= 1_023 }),
                filter("note", { $0.metadataEntries = [PaymentIntent.metadataEntry("order", "1")] }) {
                    $0.details.metadata?.contains(#""order":"1""#) == true
                },
                filter(
                    "notes",
                    {
                        $0.metadataEntries = [
                            PaymentIntent.metadataEntry("order", "1"), PaymentIntent.metadataEntry("shop", "x"),
                        ]
                    }
                ) { $0.details.metadata == #"{"order":"1","shop":"x"}"# },
            ]
            for status in PaymentIntentStatus.all {
                filters.append(filter("status", { $0.status = status.rawValue }, { $0.status == status }))
            }
            try await expect(filters, of: intents, asking: PaymentIntentQuery(), id: { $0.id.text }) {
                try await store.paymentIntents($0, of: sample.organisation.id)
            }
        }
    }

    @Test(arguments: Backend.allCases)
    func everyEnrollmentFilterAgreesWithItsMeaningAloneAndInPairs(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let population = FilterPopulation(StorageSample(1), seed: 12)
            let enrollments = try await population.store(in: store).enrollments
            func filter(
                _ name: String,
                _ ask: @escaping (inout EnrollmentQuery) -> Void,
                _ passes: @escaping (Enrollment) -> Bool
            ) -> Filter<EnrollmentQuery, Enrollment> { Filter(name: name, ask: ask, passes: passes) }
            let sample = population.sample
            let institution = InstitutionID(high: 2, low: 1)
            var filters = [
                filter("device_id", { $0.deviceID = "tablet" }, { $0.deviceID == "tablet" }),
                filter("institution", { $0.institution = institution }, { $0.institution == institution }),
                filter("customer", { $0.customer = sample.id(1) }, { $0.customer == sample.id(1) }),
                filter("external_id", { $0.externalID = "a" }, { $0.externalID == "a" }),
                filter("device", { $0.device = sample.digest("mine") }) {
                    $0.createdBy.device == sample.digest("mine")
                },
            ]
            for status in EnrollmentStatus.all {
                filters.append(filter("status", { $0.status = status.rawValue }, { $0.status == status }))
            }
            try await expect(filters, of: enrollments, asking: EnrollmentQuery(), id: { $0.id.text }) {
                try await store.enrollments($0, of: sample.organisation.id)
            }
        }
    }

    @Test(arguments: Backend.allCases)
    func everyCustomerFilterAgreesWithItsMeaningAloneAndInPairs(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let sample = StorageSample(1)
            try await store.store(.organisation(sample.organisation))
            var customers: [Customer] = []
            for index: UInt64 in 1...30 {
                let words = (index % 2 == 0 ? ["maria"] : []) + (index % 3 == 0 ? ["silva"] : ["souza"])
                let customer = sample.customer(index, externalID: index % 5 == 0 ? "a" : nil, words: words)
                try await store.store(.insertCustomer(customer))
                customers.insert(customer, at: 0)
            }
            func filter(
                _ name: String,
                _ ask: @escaping (inout CustomerQuery) -> Void,
                _ passes: @escaping (Customer) -> Bool
            ) -> Filter<CustomerQuery, Customer> { Filter(name: name, ask: ask, passes: passes) }
            let (maria, silva) = (sample.digest("maria"), sample.digest("silva"))
            let filters = [
                filter("only", { $0.only = sample.id(6) }, { $0.id == sample.id(6) }),
                filter("identifier", { $0.identifierIndex = sample.digest("identifier 10") }) {
                    $0.id == sample.id(10)
                },
                filter("external_id", { $0.externalID = "a" }, { $0.externalID == "a" }),
                filter("search", { $0.nameIndexes = [maria] }, { $0.nameIndexes.contains(maria) }),
                filter("search", { $0.nameIndexes = [silva, maria] }) {
                    $0.nameIndexes.contains(maria) && $0.nameIndexes.contains(silva)
                },
            ]
            try await expect(filters, of: customers, asking: CustomerQuery(), id: { $0.id.text }) {
                try await store.customers($0, of: sample.organisation.id)
            }
        }
    }

    @Test(arguments: Backend.allCases)
    func aPageThatIsNotCountedSaysSo(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let population = FilterPopulation(StorageSample(1), seed: 14)
            let intents = try await population.store(in: store).intents
            var query = PaymentIntentQuery()
            query.page = PageRequest(size: 7, isCounted: false)
            let first = try await store.paymentIntents(query, of: population.sample.organisation.id)
            #expect(first.items == Array(intents.prefix(7)))
            #expect(first.count == 7 && first.isCountCapped && first.hasOlder && !first.hasNewer)
            query.page.size = 100
            let whole = try await store.paymentIntents(query, of: population.sample.organisation.id)
            #expect(whole.count == intents.count && !whole.isCountCapped)
        }
    }

    @Test(arguments: Backend.allCases)
    func severalEnrollmentsAreReadAtOnceAndOnlyThoseOfTheOrganisation(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let population = FilterPopulation(StorageSample(1), seed: 15)
            let enrollments = try await population.store(in: store).enrollments
            let organisation = population.sample.organisation.id
            let wanted = Set(enrollments.prefix(5).map(\.id) + [population.sample.id(9_999)])
            let found = try await store.enrollments(wanted, of: organisation)
            #expect(Set(found) == Set(enrollments.prefix(5)) && found.count == 5)
            #expect(try await store.enrollments(wanted, of: StorageSample(2).organisation.id) == [])
            #expect(try await store.enrollments([], of: organisation) == [])
        }
    }

    /// Rows that change between two pages are neither skipped nor shown twice; rows that are added come before the first.
    @Test(arguments: Backend.allCases)
    func cursorsStandStillWhileRowsChangeAndAreAdded(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let population = FilterPopulation(StorageSample(1), seed: 13)
            let sample = population.sample
            let intents = try await population.store(in: store).intents
            var query = PaymentIntentQuery()
            query.page = PageRequest(size: 7)
            var seen: [PaymentIntentID] = []
            var added: UInt64 = 1_000
            while true {
                let page = try await store.paymentIntents(query, of: sample.organisation.id)
                seen += page.items.map(\.id)
                guard page.hasOlder, let last = page.items.last else { break }
                var changed = last
                changed.state = .ended(PaymentIntentEnd(.canceled, .canceled))
                changed.version += 1
                added += 1
                try await store.store(
                    .paymentIntent(changed, expected: last.version, schedule: .never),
                    .paymentIntent(sample.intent(added, customer: 1, enrollment: 1), expected: 0, schedule: .never)
                )
                query.page.start = .after(last.id.ofAnyKind)
            }
            #expect(seen == intents.map(\.id))
        }
    }
}

/// Enrollments and intents whose properties are drawn from a few values each, newest first.
private struct FilterPopulation {
    let sample: StorageSample
    private let seed: UInt64

    init(_ sample: StorageSample, seed: UInt64) {
        self.sample = sample
        self.seed = seed
    }

    func store(in store: any PaymentsStore) async throws -> (enrollments: [Enrollment], intents: [PaymentIntent]) {
        var numbers = FilterNumbers(state: seed)
        var change = Change([
            .organisation(sample.organisation), .insertBankAccount(sample.bankAccount()),
            .insertCustomer(sample.customer(1)), .insertCustomer(sample.customer(2)),
        ])
        var (enrollments, intents): ([Enrollment], [PaymentIntent]) = ([], [])
        for index: UInt64 in 1...40 {
            var enrollment = sample.enrollment(
                index,
                customer: numbers.next() % 2 + 1,
                device: ["mine", "theirs", nil][Int(numbers.next() % 3)],
                deviceID: ["phone", "tablet"][Int(numbers.next() % 2)],
                institution: numbers.next() % 2 + 1,
                externalID: ["a", "b", nil][Int(numbers.next() % 3)]
            )
            enrollment.state = SampleStates.enrollment[Int(numbers.next() % UInt64(SampleStates.enrollment.count))]
            enrollments.insert(enrollment, at: 0)
            change.writes.append(.enrollment(enrollment, expected: 0, schedule: .never))
        }
        for index: UInt64 in 1...60 {
            let state = SampleStates.intent[Int(numbers.next() % UInt64(SampleStates.intent.count))]
            var isFree = false
            if case .ended = state { isFree = true }
            var intent = sample.intent(
                index,
                customer: numbers.next() % 2 + 1,
                enrollment: numbers.next() % 4 + 1,
                device: ["mine", "theirs", nil][Int(numbers.next() % 3)],
                // Only an ended intent leaves its external id to others.
                externalID: isFree ? ["a", "b", nil][Int(numbers.next() % 3)] : nil,
                createdAt: StorageSample.start.adding(seconds: Int64(numbers.next() % 10)),
                centavos: [1, 127, 128, 1_000, 1_023, 1_024, 99_999_999_999_999][Int(numbers.next() % 7)],
                metadata: [#"{"order":"1","shop":"x"}"#, #"{"order":"1"}"#, #"{"order":"2"}"#, nil][
                    Int(numbers.next() % 4)
                ]
            )
            intent.state = state
            intents.insert(intent, at: 0)
            change.writes.append(.paymentIntent(intent, expected: 0, schedule: .never))
        }
        try await store.commit(change)
        return (enrollments, intents)
    }
}

/// A linear congruential sequence: enough to mix properties.
private struct FilterNumbers {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state >> 33
    }
}
