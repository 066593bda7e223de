import ChaveBase
import ChavePixModel
import PaymentsModel
import ServerTestSupport
import Testing

/// The contract of `PaymentsStore`, one test body for every back end.
@Suite struct PaymentsStoreConformance {
    @Test(arguments: Backend.allCases)
    func whatIsReadIsWhatWasWritten(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let sample = StorageSample(1)
            let organisation = sample.organisation.id
            try await store.commit(sample.foundation)
            try await store.store(
                .insertAPIKey(sample.apiKey()),
                .insertTokenFamily(sample.tokenFamily()),
                .insertCredential(sample.credential()),
                .paymentIntent(sample.intent(), expected: 0, schedule: .never)
            )
            #expect(try await store.organisations() == [sample.organisation])
            #expect(try await store.organisation(organisation) == sample.organisation)
            #expect(try await store.apiKey(sample.id(1)) == sample.apiKey())
            #expect(try await store.apiKeys(of: organisation) == [sample.apiKey()])
            #expect(try await store.tokenFamily(sample.tokenFamily().id) == sample.tokenFamily())
            let customer = try await store.customer(sample.id(1), of: organisation)
            #expect(customer?.identifierIndex == sample.customer().identifierIndex)
            #expect(customer?.particulars == sample.customer().particulars)
            let index = sample.customer().identifierIndex
            #expect(try await store.customer(identifierIndex: index, of: organisation) == customer)
            #expect(try await store.bankAccount(sample.id(1), of: organisation) == sample.bankAccount())
            #expect(try await store.enrollment(sample.id(1), of: organisation) == sample.enrollment())
            #expect(try await store.credential(of: sample.id(1)) == sample.credential())
            #expect(try await store.paymentIntent(sample.id(1), of: organisation) == sample.intent())
        }
    }

    @Test(arguments: Backend.allCases)
    func everyStateOfAnEnrollmentIsKept(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let sample = StorageSample(1)
            try await store.commit(sample.foundation)
            var enrollment = sample.enrollment()
            for state in SampleStates.enrollment {
                enrollment.state = state
                enrollment.version += 1
                enrollment.updatedAt = enrollment.updatedAt.adding(microseconds: 1)
                try await store.store(
                    .enrollment(enrollment, expected: enrollment.version - 1, schedule: .never)
                )
                #expect(try await store.enrollment(sample.id(1)) == enrollment)
            }
        }
    }

    @Test(arguments: Backend.allCases)
    func everyStateOfAnIntentIsKeptAndTellsWhetherItIsOpen(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let sample = StorageSample(1)
            try await store.commit(sample.foundation)
            var intent = sample.intent()
            try await store.store(.paymentIntent(intent, expected: 0, schedule: .never))
            for state in SampleStates.intent {
                intent.state = state
                intent.version += 1
                try await store.store(.paymentIntent(intent, expected: intent.version - 1, schedule: .never))
                #expect(try await store.paymentIntent(sample.id(1)) == intent)
                let open = try await store.openPaymentIntents(of: sample.id(1))
                #expect(open == (intent.isAtEnd ? [] : [intent]))
            }
        }
    }

    @Test(arguments: Backend.allCases)
    func anOrganisationIsReplacedAsAWhole(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            var organisation = StorageSample(1).organisation
            try await store.store(.organisation(organisation))
            organisation.name = "Outra"
            try await store.store(.organisation(organisation))
            #expect(try await store.organisations() == [organisation])
        }
    }

    @Test(arguments: Backend.allCases)
    func whatWasNeverWrittenIsNotFound(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in try await expectNothing(of: StorageSample(1), in: store) }
    }

    /// Every read that names an organisation, asked for the objects of another one.
    @Test(arguments: Backend.allCases)
    func anotherOrganisationSeesNothing(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let (sample, other) = (StorageSample(1), StorageSample(2).organisation)
            try await store.commit(sample.foundation)
            try await store.store(
                .organisation(other),
                .insertAPIKey(sample.apiKey()),
                .paymentIntent(sample.intent(), expected: 0, schedule: .never)
            )
            #expect(try await store.apiKeys(of: other.id).isEmpty)
            #expect(try await store.customer(sample.id(1), of: other.id) == nil)
            let index = sample.customer().identifierIndex
            #expect(try await store.customer(identifierIndex: index, of: other.id) == nil)
            #expect(try await store.customers(CustomerQuery(), of: other.id).count == 0)
            #expect(try await store.bankAccount(sample.id(1), of: other.id) == nil)
            #expect(try await store.bankAccounts(page: PageRequest(), of: other.id).items.isEmpty)
            #expect(try await store.enrollment(sample.id(1), of: other.id) == nil)
            #expect(try await store.enrollments(EnrollmentQuery(), of: other.id).items.isEmpty)
            #expect(try await store.paymentIntent(sample.id(1), of: other.id) == nil)
            #expect(try await store.paymentIntents(PaymentIntentQuery(), of: other.id).items.isEmpty)
            #expect(try await store.authorisationContext(sample.id(1), of: other.id) == nil)
            #expect(try await store.enrolledIntent(sample.id(1), of: other.id) == nil)
            let basis = try await store.basis(sample.basisQuery, of: other.id)
            #expect(basis.customer == nil && basis.enrollment == nil && basis.beneficiary == nil)
            #expect(basis.open.isEmpty)
        }
    }

    /// Nobody may tie an object to a parent of another organisation.
    @Test(arguments: Backend.allCases)
    func aParentOfAnotherOrganisationIsNone(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let (sample, other) = (StorageSample(1), StorageSample(2))
            try await store.commit(sample.foundation)
            try await store.store(.organisation(other.organisation), .insertCustomer(other.customer()))
            let enrollment = Change.Write.enrollment(
                other.enrollment(3, customer: 9),
                expected: 0,
                schedule: .never
            )
            #expect(await store.outcome(of: enrollment) == .fault)
            let intent = Change.Write.paymentIntent(other.intent(), expected: 0, schedule: .never)
            #expect(await store.outcome(of: intent) == .fault)
            #expect(await store.outcome(of: .insertCredential(other.credential())) == .fault)
            #expect(await store.outcome(of: .insertAPIKey(StorageSample(3).apiKey())) == .fault)
        }
    }

    @Test(arguments: Backend.allCases)
    func workersAndBanksFindObjectsAcrossOrganisations(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let sample = StorageSample(1)
            try await store.commit(sample.foundation)
            var enrollment = sample.enrollment()
            enrollment.version = 2
            enrollment.bank = Enrollment.BankSide(enrollmentID: "urn:bank:e1")
            enrollment.stateDigest = sample.digest("state")
            var intent = sample.intent()
            intent.consent = PaymentIntent.ConsentRecord(
                id: "urn:bank:c1",
                createdAt: StorageSample.start,
                expiresAt: StorageSample.start
            )
            intent.bankPaymentID = "p1"
            try await store.store(
                .enrollment(enrollment, expected: 1, schedule: .never),
                .paymentIntent(intent, expected: 0, schedule: .never)
            )
            let (here, elsewhere) = (enrollment.institution, InstitutionID(high: 9, low: 9))
            #expect(try await store.enrollment(enrollment.id) == enrollment)
            #expect(try await store.enrollment(stateDigest: sample.digest("state")) == enrollment)
            #expect(try await store.enrollment(bankID: "urn:bank:e1", at: here) == enrollment)
            #expect(try await store.enrollment(bankID: "urn:bank:e1", at: elsewhere) == nil)
            #expect(try await store.paymentIntent(intent.id) == intent)
            #expect(try await store.paymentIntent(bankID: "urn:bank:c1", at: here) == intent)
            #expect(try await store.paymentIntent(bankID: "p1", at: here) == intent)
            #expect(try await store.paymentIntent(bankID: "p1", at: elsewhere) == nil)
        }
    }

    @Test(arguments: Backend.allCases)
    func anAuthorisationSeesAllItNeedsAtOnce(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let sample = StorageSample(1)
            let organisation = sample.organisation.id
            try await store.commit(sample.foundation)
            try await store.store(.paymentIntent(sample.intent(), expected: 0, schedule: .never))
            let before = try #require(try await store.authorisationContext(sample.id(1), of: organisation))
            #expect(before.credential == nil)
            try await store.store(
                .insertCredential(sample.credential()),
                .advanceCounter(
                    credentialID: sample.credential().credentialID,
                    of: organisation,
                    from: 0,
                    to: 4
                )
            )
            let context = try #require(try await store.authorisationContext(sample.id(1), of: organisation))
            #expect(context.intent == sample.intent())
            #expect(context.enrollment == sample.enrollment())
            #expect(context.beneficiary == sample.bankAccount())
            #expect(context.customer.id == sample.customer().id)
            #expect(context.credential?.publicKey == sample.credential().publicKey)
            #expect(context.credential?.signCount == 4)
        }
    }

    @Test(arguments: Backend.allCases)
    func aCreationSeesWhatItRestsOn(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let sample = StorageSample(1)
            let organisation = sample.organisation.id
            try await store.commit(sample.foundation)
            var query = sample.basisQuery
            #expect(try await store.basis(query, of: organisation).open.isEmpty)
            try await store.store(.paymentIntent(sample.intent(), expected: 0, schedule: .never))
            query.customer = .identifierIndex(sample.customer().identifierIndex)
            for customer in [sample.basisQuery.customer, query.customer] {
                query.customer = customer
                let basis = try await store.basis(query, of: organisation)
                #expect(basis.customer == sample.customer())
                #expect(basis.enrollment == sample.enrollment())
                #expect(basis.beneficiary == sample.bankAccount())
                #expect(basis.open == [sample.intent()])
            }
            let intents = DeviceRoom.Scope.openIntentsOfEnrollment(sample.id(1))
            let enrollments = DeviceRoom.Scope.openEnrollmentsOfDevice(sample.digest("one"))
            for (limits, full) in [([5, 5], nil), ([5, 0], enrollments), ([0, 0], intents)] {
                let bounds = zip([intents, enrollments], limits).map { ($0, limit: $1) }
                query.room = DeviceRoom(organisation: organisation, bounds: bounds, turn: nil)
                let basis = try await store.basis(query, of: organisation)
                #expect(basis.full?.scope == full)
                #expect(basis.open == [sample.intent()] && basis.beneficiary == sample.bankAccount())
            }
            query.wantsOpen = false
            #expect(try await store.basis(query, of: organisation).open.isEmpty)
            query.customer = .id(CustomerID(high: 7, low: 7))
            query.enrollment = EnrollmentID(high: 7, low: 7)
            query.beneficiary = BankAccountID(high: 7, low: 7)
            let nothing = try await store.basis(query, of: organisation)
            #expect(nothing.customer == nil && nothing.enrollment == nil && nothing.beneficiary == nil)
        }
    }

    @Test(arguments: Backend.allCases)
    func anIntentComesWithItsEnrollment(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let sample = StorageSample(1)
            try await store.commit(sample.foundation)
            #expect(try await store.enrolledIntent(sample.id(1), of: sample.organisation.id) == nil)
            try await store.store(.paymentIntent(sample.intent(), expected: 0, schedule: .never))
            let found = try #require(try await store.enrolledIntent(sample.id(1), of: sample.organisation.id))
            #expect(found.intent == sample.intent())
            #expect(found.enrollment == sample.enrollment())
        }
    }

    private func expectNothing(of sample: StorageSample, in store: any PaymentsStore) async throws {
        let organisation = sample.organisation.id
        #expect(try await store.organisations().isEmpty)
        #expect(try await store.organisation(organisation) == nil)
        #expect(try await store.apiKey(sample.id(1)) == nil)
        #expect(try await store.tokenFamily("none") == nil)
        #expect(try await store.customer(sample.id(1), of: organisation) == nil)
        #expect(try await store.enrollment(sample.id(1)) == nil)
        #expect(try await store.enrollment(stateDigest: sample.digest("state")) == nil)
        #expect(try await store.credential(of: sample.id(1)) == nil)
        #expect(try await store.paymentIntent(sample.id(1)) == nil)
        #expect(try await store.openPaymentIntents(of: sample.id(1)).isEmpty)
        #expect(try await store.authorisationContext(sample.id(1), of: organisation) == nil)
        #expect(try await store.idempotencyRecord(scope: sample.digest("key")) == nil)
        #expect(try await store.auditEntries(of: .enrollment(sample.id(1))).isEmpty)
        #expect(try await store.events(after: 0, limit: 10).isEmpty)
        let due = try await store.claimDue(at: StorageSample.start, heldUntil: StorageSample.start, limit: 10)
        #expect(due.isEmpty)
    }
}

extension StorageSample {
    fileprivate var basisQuery: IntentBasisQuery {
        IntentBasisQuery(customer: .id(id(1)), enrollment: id(1), beneficiary: id(1), wantsOpen: true)
    }
}
