import ChaveBase
import ChavePixModel
import PaymentsModel
import ServerTestSupport
import Testing

extension PaymentsStoreConformance {
    /// Accounts are listed here because they refer to nothing but their organisation.
    private func storeAccounts(_ range: ClosedRange<UInt64>, _ sample: StorageSample, _ store: any PaymentsStore)
        async throws
    {
        try await store.commit(
            Change(
                [.organisation(sample.organisation)] + range.map { .insertBankAccount(sample.bankAccount($0)) }
            )
        )
    }

    private func accounts(
        _ start: PageRequest.Start,
        size: Int = 3,
        _ sample: StorageSample,
        _ store: any PaymentsStore
    ) async throws -> ListedPage {
        let page = try await store.bankAccounts(
            page: PageRequest(size: size, start: start),
            of: sample.organisation.id
        )
        let numbers = page.items.map { item in (1...99).first { sample.id($0) == item.id } ?? 0 }
        return ListedPage(numbers: numbers, count: page.count, older: page.hasOlder, newer: page.hasNewer)
    }

    /// A page of samples by their numbers.
    private struct ListedPage: Equatable {
        var numbers: [UInt64]
        var count: Int
        var older: Bool
        var newer: Bool
    }

    @Test(arguments: Backend.allCases)
    func pagesByNumberAreNewestFirst(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let sample = StorageSample(1)
            try await storeAccounts(1...7, sample, store)
            let expected: [(Int, ListedPage)] = [
                (1, ListedPage(numbers: [7, 6, 5], count: 7, older: true, newer: false)),
                (2, ListedPage(numbers: [4, 3, 2], count: 7, older: true, newer: true)),
                (3, ListedPage(numbers: [1], count: 7, older: false, newer: true)),
                (4, ListedPage(numbers: [], count: 7, older: false, newer: true)),
                (.max, ListedPage(numbers: [], count: 7, older: false, newer: true)),
                (0, ListedPage(numbers: [7, 6, 5], count: 7, older: true, newer: false)),
            ]
            for (number, page) in expected {
                #expect(try await accounts(.page(number), sample, store) == page, "page \(number)")
            }
            let whole = ListedPage(numbers: [7, 6, 5, 4, 3, 2, 1], count: 7, older: false, newer: false)
            #expect(try await accounts(.page(1), size: 7, sample, store) == whole)
            #expect(try await accounts(.page(1), size: .max, sample, store) == whole)
        }
    }

    @Test(arguments: Backend.allCases)
    func aCursorStandsStillWhileRowsAreAdded(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let sample = StorageSample(1)
            func id(_ number: UInt64) -> AnyID { sample.id(number) }
            try await storeAccounts(1...7, sample, store)
            try await storeAccounts(8...9, sample, store)
            let after = ListedPage(numbers: [4, 3, 2], count: 9, older: true, newer: true)
            #expect(try await accounts(.after(id(5)), sample, store) == after)
            let last = ListedPage(numbers: [1], count: 9, older: false, newer: true)
            #expect(try await accounts(.after(id(2)), sample, store) == last)
            let beyond = ListedPage(numbers: [], count: 9, older: false, newer: true)
            #expect(try await accounts(.after(id(1)), sample, store) == beyond)
            let before = ListedPage(numbers: [8, 7, 6], count: 9, older: true, newer: true)
            #expect(try await accounts(.before(id(5)), sample, store) == before)
            let newest = ListedPage(numbers: [9, 8], count: 9, older: true, newer: false)
            #expect(try await accounts(.before(id(7)), sample, store) == newest)
            let none = ListedPage(numbers: [], count: 9, older: true, newer: false)
            #expect(try await accounts(.before(id(9)), sample, store) == none)
            let first = ListedPage(numbers: [9, 8, 7], count: 9, older: true, newer: false)
            #expect(try await accounts(.after(AnyID(high: .max, low: .max)), sample, store) == first)
        }
    }

    @Test(arguments: Backend.allCases)
    func anEmptyListHasNothingAnywhere(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let empty = ListedPage(numbers: [], count: 0, older: false, newer: false)
            for start: PageRequest.Start in [
                .page(1), .page(5), .after(AnyID(high: 1, low: 1)), .before(AnyID(high: 1, low: 1)),
            ] {
                #expect(try await accounts(start, StorageSample(1), store) == empty)
            }
        }
    }

    @Test(arguments: Backend.allCases)
    func aCountStopsAtTenThousand(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let sample = StorageSample(1)
            try await storeAccounts(1...10_000, sample, store)
            let exact = try await store.bankAccounts(page: PageRequest(size: 1), of: sample.organisation.id)
            #expect(exact.count == 10_000 && !exact.isCountCapped)
            try await storeAccounts(10_001...10_002, sample, store)
            let capped = try await store.bankAccounts(page: PageRequest(size: 1), of: sample.organisation.id)
            #expect(capped.count == 10_000 && capped.isCountCapped)
        }
    }

    @Test(arguments: Backend.allCases)
    func customersAreFoundByEachFilter(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let sample = StorageSample(1)
            try await store.store(
                .organisation(sample.organisation),
                .insertCustomer(sample.customer(1, externalID: "a", words: ["maria", "silva"])),
                .insertCustomer(sample.customer(2, externalID: "b", words: ["maria", "souza", "maria"])),
                .insertCustomer(sample.customer(3))
            )
            func found(_ change: (inout CustomerQuery) -> Void) async throws -> [CustomerID] {
                var query = CustomerQuery()
                change(&query)
                let page = try await store.customers(query, of: sample.organisation.id)
                #expect(page.count == page.items.count)
                return page.items.map(\.id)
            }
            let (one, two, three): (CustomerID, CustomerID, CustomerID) = (sample.id(1), sample.id(2), sample.id(3))
            #expect(try await found { _ in } == [three, two, one])
            #expect(try await found { $0.identifierIndex = sample.digest("identifier 2") } == [two])
            #expect(try await found { $0.externalID = "a" } == [one])
            #expect(try await found { $0.nameIndexes = [sample.digest("maria")] } == [two, one])
            let both = [sample.digest("souza"), sample.digest("maria")]
            #expect(try await found { $0.nameIndexes = both } == [two])
            #expect(try await found { $0.nameIndexes = [sample.digest("joana")] } == [])
            #expect(try await found { $0.only = three } == [three])
            #expect(
                try await found {
                    $0.only = three
                    $0.externalID = "a"
                } == []
            )
        }
    }

    @Test(arguments: Backend.allCases)
    func enrollmentsAreFoundByEachFilter(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let sample = StorageSample(1)
            try await store.commit(sample.foundation)
            var ended = sample.enrollment(3, deviceID: "tablet", institution: 2)
            ended.state = .ended(EnrollmentEnd(.failed, .other), atBank: true)
            try await store.store(
                .insertCustomer(sample.customer(2)),
                .enrollment(sample.enrollment(2, customer: 2, externalID: "x"), expected: 0, schedule: .never),
                .enrollment(ended, expected: 0, schedule: .never)
            )
            func found(_ change: (inout EnrollmentQuery) -> Void) async throws -> [EnrollmentID] {
                var query = EnrollmentQuery()
                change(&query)
                return try await store.enrollments(query, of: sample.organisation.id).items.map(\.id)
            }
            let (one, two, three): (EnrollmentID, EnrollmentID, EnrollmentID) = (
                sample.id(1), sample.id(2), sample.id(3)
            )
            #expect(try await found { _ in } == [three, two, one])
            #expect(try await found { $0.deviceID = "tablet" } == [three])
            #expect(try await found { $0.status = "FAILED" } == [three])
            #expect(try await found { $0.status = "PENDING" } == [two, one])
            #expect(try await found { $0.institution = InstitutionID(high: 2, low: 1) } == [three])
            #expect(try await found { $0.customer = sample.id(2) } == [two])
            #expect(try await found { $0.externalID = "x" } == [two])
            #expect(
                try await found {
                    $0.deviceID = "phone"
                    $0.customer = sample.id(1)
                } == [one]
            )
        }
    }

    @Test(arguments: Backend.allCases)
    func intentsAreFoundByEachFilter(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let sample = StorageSample(1)
            let later = StorageSample.start.adding(seconds: 60)
            try await store.commit(sample.foundation)
            var paid = sample.intent(3, customer: 2, enrollment: 2, createdAt: later)
            paid.state = .succeeded(at: later)
            try await store.store(
                .insertCustomer(sample.customer(2)),
                .enrollment(sample.enrollment(2, customer: 2), expected: 0, schedule: .never),
                .paymentIntent(sample.intent(1), expected: 0, schedule: .never),
                .paymentIntent(sample.intent(2, externalID: "x"), expected: 0, schedule: .never),
                .paymentIntent(paid, expected: 0, schedule: .never)
            )
            func found(_ change: (inout PaymentIntentQuery) -> Void) async throws -> [PaymentIntentID] {
                var query = PaymentIntentQuery()
                change(&query)
                return try await store.paymentIntents(query, of: sample.organisation.id).items.map(\.id)
            }
            let (one, two, three): (PaymentIntentID, PaymentIntentID, PaymentIntentID) = (
                sample.id(1), sample.id(2), sample.id(3)
            )
            #expect(try await found { _ in } == [three, two, one])
            #expect(try await found { $0.status = "SUCCEEDED" } == [three])
            #expect(try await found { $0.externalID = "x" } == [two])
            #expect(try await found { $0.customer = sample.id(2) } == [three])
            #expect(try await found { $0.enrollment = sample.id(1) } == [two, one])
            #expect(try await found { $0.endToEndID = sample.intent(2).endToEndID.text } == [two])
            #expect(try await found { $0.createdFrom = later } == [three])
            #expect(try await found { $0.createdTo = later } == [three, two, one])
            #expect(try await found { $0.createdTo = later.adding(microseconds: -1) } == [two, one])
        }
    }

    /// A device sees what it made; a token bound to a customer opens what the merchant's server made for them, and
    /// closes what is another customer's.
    @Test(arguments: Backend.allCases)
    func aDeviceSeesOnlyWhatIsItsOwn(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let sample = StorageSample(1)
            try await store.commit(sample.foundation)
            var change = Change([.insertCustomer(sample.customer(2))])
            let makers: [(UInt64, customer: UInt64, device: String?)] = [
                (2, 1, "mine"), (3, 1, "theirs"), (4, 2, "mine"), (5, 2, nil),
            ]
            for (number, customer, device) in makers {
                let enrollment = sample.enrollment(number, customer: customer, device: device)
                let intent = sample.intent(number, customer: customer, enrollment: number, device: device)
                change.writes += [
                    .enrollment(enrollment, expected: 0, schedule: .never),
                    .paymentIntent(intent, expected: 0, schedule: .never),
                ]
            }
            try await store.commit(change)
            func seen(_ device: String?, bound customer: UInt64?) async throws -> [UInt64] {
                var (enrollments, intents) = (EnrollmentQuery(), PaymentIntentQuery())
                enrollments.device = device.map(sample.digest)
                enrollments.boundCustomer = customer.map { sample.id($0) }
                intents.device = enrollments.device
                intents.boundCustomer = enrollments.boundCustomer
                let of = sample.organisation.id
                let first = try await store.enrollments(enrollments, of: of).items.map(\.id)
                let second = try await store.paymentIntents(intents, of: of).items.map(\.id)
                // Enrollment 1 has no intent.
                #expect(first.filter { $0 != sample.id(1) }.map(\.text) == second.map(\.text))
                return (1...5).filter { first.contains(sample.id($0)) }
            }
            #expect(try await seen("mine", bound: nil) == [2, 4])
            #expect(try await seen("nobody's", bound: nil) == [])
            #expect(try await seen("mine", bound: 1) == [1, 2])
            #expect(try await seen("mine", bound: 2) == [4, 5])
            #expect(try await seen(nil, bound: nil) == [1, 2, 3, 4, 5])
        }
    }

    /// No row has such a text: what stands before its NUL is another one.
    @Test(arguments: Backend.allCases)
    func aTextWithANULFindsNothing(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let sample = StorageSample(1)
            try await store.commit(sample.foundation)
            var enrollment = sample.enrollment(2, externalID: "cadastro-7")
            enrollment.bank = Enrollment.BankSide(enrollmentID: "urn:bank:7")
            var intent = sample.intent(externalID: "pedido-7")
            intent.bankPaymentID = "pagamento-7"
            try await store.store(
                .enrollment(enrollment, expected: 0, schedule: .never),
                .paymentIntent(intent, expected: 0, schedule: .never)
            )
            let organisation = sample.organisation.id
            for (tail, count) in [("", 1), ("\0", 0), ("\0x", 0)] {
                var payments = PaymentIntentQuery()
                payments.externalID = "pedido-7" + tail
                #expect(try await store.paymentIntents(payments, of: organisation).items.count == count)
                var enrollments = EnrollmentQuery()
                enrollments.externalID = "cadastro-7" + tail
                #expect(try await store.enrollments(enrollments, of: organisation).items.count == count)
                let bank = intent.institution
                let paid = try await store.paymentIntent(bankID: "pagamento-7" + tail, at: bank)
                let known = try await store.enrollment(bankID: "urn:bank:7" + tail, at: enrollment.institution)
                #expect((paid == nil) == (count == 0) && (known == nil) == (count == 0))
            }
            #expect(try await store.tokenFamily("\0") == nil)
            #expect(try await !store.hasCallbackURL("\0", of: organisation))
        }
    }
}
