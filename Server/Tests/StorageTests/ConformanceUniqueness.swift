import ChaveBase
import ChavePixModel
import PaymentsModel
import ServerTestSupport
import Testing

extension PaymentsStoreConformance {
    /// A second change that takes `value` again and nothing else.
    private func repetition(of value: CommitFailure.UniqueValue, _ sample: StorageSample) -> Change {
        var change = Change()
        switch value {
        case .identifier: change.writes = [.insertBankAccount(sample.bankAccount())]
        case .idempotencyKey: change.idempotency = .claim(sample.idempotency())
        case .customerIdentifier: change.writes = [.insertCustomer(sample.customer(2).with(identifier: 1, of: sample))]
        case .intentExternalID:
            change.writes = [
                .paymentIntent(sample.intent(2, externalID: "order"), expected: 0, schedule: .never)
            ]
        case .endToEndID:
            change.writes = [
                .paymentIntent(sample.intent(2).with(endToEnd: sample.intent()), expected: 0, schedule: .never)
            ]
        case .credentialID:
            let first = sample.credential()
            let second = EnrolledCredential(
                organisation: first.organisation,
                enrollment: sample.id(2),
                credentialID: first.credentialID,
                publicKey: first.publicKey,
                signCount: 0,
                backupEligible: false,
                backupState: false,
                userHandle: first.userHandle
            )
            change.writes = [
                .enrollment(sample.enrollment(2), expected: 0, schedule: .never), .insertCredential(second),
            ]
        case .app: change.writes = [.insertApp(sample.app(2, appID: sample.app().appID))]
        case .stateDigest:
            var enrollment = sample.enrollment(2)
            enrollment.stateDigest = sample.digest("state")
            change.writes = [.enrollment(enrollment, expected: 0, schedule: .never)]
        }
        return change
    }

    private func everything(_ sample: StorageSample) -> Change {
        var change = sample.foundation
        var enrollment = sample.enrollment()
        enrollment.version = 2
        enrollment.stateDigest = sample.digest("state")
        change.writes += [
            .enrollment(enrollment, expected: 1, schedule: .never), .insertCredential(sample.credential()),
            .paymentIntent(sample.intent(externalID: "order"), expected: 0, schedule: .never),
            .insertApp(sample.app()),
        ]
        change.idempotency = .claim(sample.idempotency())
        return change
    }

    @Test(arguments: Backend.allCases, CommitFailure.UniqueValue.allCases)
    func eachUniqueValueIsTakenOnce(_ backend: Backend, _ value: CommitFailure.UniqueValue) async throws {
        try await backend.withStore { store async throws in
            let sample = StorageSample(1)
            try await store.commit(everything(sample))
            #expect(await store.outcome(of: repetition(of: value, sample)) == .taken(value))
        }
    }

    @Test(arguments: Backend.allCases)
    func anotherOrganisationMayUseTheSameIdentifierAndExternalID(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let (sample, other) = (StorageSample(1), StorageSample(2))
            try await store.commit(everything(sample))
            try await store.commit(other.foundation)
            let customer = other.customer(2).with(identifier: 1, of: sample)
            #expect(await store.outcome(of: .insertCustomer(customer)) == .stored)
            let intent = other.intent(externalID: "order")
            #expect(await store.outcome(of: .paymentIntent(intent, expected: 0, schedule: .never)) == .stored)
        }
    }

    /// The merchant's order ids are one name space, those of devices one for each payer.
    @Test(arguments: Backend.allCases)
    func aDevicesExternalIDIsTakenWithinItsPayerAndKeepsNobodyElse(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let sample = StorageSample(1)
            let organisation = sample.organisation.id
            try await store.commit(sample.foundation)
            try await store.store(
                .insertCustomer(sample.customer(2)),
                .enrollment(sample.enrollment(2, customer: 2), expected: 0, schedule: .never)
            )
            func insert(_ intent: PaymentIntent) async -> CommitOutcome {
                await store.outcome(of: .paymentIntent(intent, expected: 0, schedule: .never))
            }
            func kept(by payer: UInt64?) async throws -> PaymentIntentID? {
                let payer: CustomerID? = payer.map { sample.id($0) }
                return try await store.paymentIntent(keeping: "order", ofDevicesFor: payer, of: organisation)?.id
            }
            #expect(await insert(sample.intent(1, device: "one", externalID: "order")) == .stored)
            #expect(try await kept(by: nil) == nil)
            #expect(await insert(sample.intent(2, externalID: "order")) == .stored)
            #expect(
                await insert(sample.intent(3, customer: 2, enrollment: 2, device: "two", externalID: "order"))
                    == .stored
            )
            #expect(await insert(sample.intent(4, device: "two", externalID: "order")) == .taken(.intentExternalID))
            #expect(await insert(sample.intent(5, externalID: "order")) == .taken(.intentExternalID))
            #expect(try await kept(by: nil) == sample.id(2))
            #expect(try await kept(by: 1) == sample.id(1))
            #expect(try await kept(by: 2) == sample.id(3))
            #expect(try await kept(by: 3) == nil)
            var ended = sample.intent(1, device: "one", externalID: "order")
            ended.version = 2
            ended.state = .ended(PaymentIntentEnd(.canceled, .other))
            try await store.store(.paymentIntent(ended, expected: 1, schedule: .never))
            #expect(try await kept(by: 1) == nil)
            #expect(await insert(sample.intent(6, device: "two", externalID: "order")) == .stored)
        }
    }

    /// Of many devices that name one order of one payer at once, one is taken; and the merchant's server beside them.
    @Test(arguments: Backend.allCases)
    func ofManyWhoNameAnOrderAtOnceEachNameSpaceTakesOne(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let sample = StorageSample(1)
            try await store.commit(sample.foundation)
            let outcomes = await withTaskGroup(of: (Bool, CommitOutcome).self) { group in
                for number in UInt64(1)...20 {
                    group.addTask {
                        let device = number % 2 == 0 ? "device \(number)" : nil
                        let intent = sample.intent(number, device: device, externalID: "order")
                        return (
                            device == nil,
                            await store.outcome(of: .paymentIntent(intent, expected: 0, schedule: .never))
                        )
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            for isMerchant in [true, false] {
                let theirs = outcomes.filter { $0.0 == isMerchant }.map(\.1)
                #expect(theirs.count { $0 == .stored } == 1)
                #expect(theirs.count { $0 == .taken(.intentExternalID) } == 9)
            }
        }
    }

    @Test(arguments: Backend.allCases)
    func everyIdentifierIsTakenOnceForAllOrganisations(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let sample = StorageSample(1)
            try await store.commit(everything(sample))
            try await store.store(.insertAPIKey(sample.apiKey()), .insertTokenFamily(sample.tokenFamily()))
            let repeated: [Change.Write] = [
                .insertAPIKey(sample.apiKey()), .insertTokenFamily(sample.tokenFamily()),
                .insertCustomer(sample.customer().with(identifier: 7, of: sample)),
                .insertBankAccount(sample.bankAccount()),
                .enrollment(sample.enrollment(), expected: 0, schedule: .never),
                .paymentIntent(
                    sample.intent().with(endToEnd: sample.intent(7)),
                    expected: 0,
                    schedule: .never
                ),
            ]
            for write in repeated { #expect(await store.outcome(of: write) == .taken(.identifier), "\(write)") }
        }
    }

    @Test(arguments: Backend.allCases)
    func anExternalIDIsFreeAgainAfterTheIntentFailed(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let sample = StorageSample(1)
            try await store.commit(sample.foundation)
            var first = sample.intent(1, externalID: "order")
            try await store.store(.paymentIntent(first, expected: 0, schedule: .never))
            first.version = 2
            first.state = .ended(PaymentIntentEnd(.canceled, .other))
            try await store.store(.paymentIntent(first, expected: 1, schedule: .never))
            var second = sample.intent(2, externalID: "order")
            try await store.store(.paymentIntent(second, expected: 0, schedule: .never))
            second.version = 2
            second.state = .succeeded(at: StorageSample.start)
            try await store.store(.paymentIntent(second, expected: 1, schedule: .never))
            let third = sample.intent(3, externalID: "order")
            let outcome = await store.outcome(of: .paymentIntent(third, expected: 0, schedule: .never))
            #expect(outcome == .taken(.intentExternalID))
        }
    }

    /// A request that is sent again repeats its ids too; it must be answered with the first result.
    @Test(arguments: Backend.allCases)
    func theKeyIsHeardBeforeTheIdsThatComeWithIt(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let sample = StorageSample(1)
            try await store.commit(sample.foundation)
            var change = Change([
                .paymentIntent(sample.intent(externalID: "order"), expected: 0, schedule: .never)
            ])
            change.idempotency = .claim(sample.idempotency())
            try await store.commit(change)
            #expect(await store.outcome(of: change) == .taken(.idempotencyKey))
        }
    }
}

extension Customer {
    /// The same customer with the CPF of another one.
    fileprivate func with(identifier index: UInt64, of sample: StorageSample) -> Customer {
        Customer(
            id: id,
            organisation: organisation,
            createdBy: createdBy,
            createdAt: createdAt,
            externalID: externalID,
            kind: kind,
            maskedIdentifier: maskedIdentifier,
            identifierIndex: sample.digest("identifier \(index)"),
            nameIndexes: nameIndexes,
            key: StorageSample.wrappedKey,
            particulars: Sealed(box: [1, 2, 3])
        )
    }
}

extension PaymentIntent {
    /// The same intent with the end-to-end id of another one.
    fileprivate func with(endToEnd other: PaymentIntent) -> PaymentIntent {
        var intent = PaymentIntent(
            id: id,
            organisation: organisation,
            createdBy: createdBy,
            createdAt: createdAt,
            customer: customer,
            enrollment: enrollment,
            institution: institution,
            beneficiary: beneficiary,
            amount: amount,
            details: details,
            charge: charge,
            endToEndID: other.endToEndID,
            externalPaymentID: externalPaymentID,
            providerRequestID: providerRequestID,
            deadline: StorageSample.start
        )
        intent.version = version
        return intent
    }
}
