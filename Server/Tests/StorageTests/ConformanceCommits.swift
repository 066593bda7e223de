import ChaveBase
import ChavePixModel
import PaymentsModel
import ServerTestSupport
import Testing

extension PaymentsStoreConformance {
    /// What a change may fail on, each the last part of a change that is otherwise good.
    enum LastStraw: CaseIterable, Sendable {
        case staleVersion, takenIdentifier, missingParent, auditVersion, eventID

        func add(to change: inout Change, _ sample: StorageSample) {
            switch self {
            case .staleVersion:
                change.writes.append(.enrollment(sample.enrollment(), expected: 7, schedule: .never))
            case .takenIdentifier: change.writes.append(.insertBankAccount(sample.bankAccount()))
            case .missingParent:
                change.writes.append(
                    .enrollment(sample.enrollment(8, customer: 99), expected: 0, schedule: .never)
                )
            case .auditVersion: change.audit.append(sample.entry(.enrollment(sample.id(1))))
            case .eventID: change.events.append(sample.event("first", of: .enrollment(sample.id(1))))
            }
        }

        var outcome: CommitOutcome {
            switch self {
            case .staleVersion, .auditVersion: .conflict
            case .takenIdentifier, .eventID: .taken(.identifier)
            case .missingParent: .fault
            }
        }
    }

    @Test(arguments: Backend.allCases, LastStraw.allCases)
    func aChangeIsStoredWholeOrNotAtAll(_ backend: Backend, _ straw: LastStraw) async throws {
        try await backend.withStore { store async throws in
            let sample = StorageSample(1)
            var foundation = sample.foundation
            foundation.audit = [sample.entry(.enrollment(sample.id(1)))]
            foundation.events = [sample.event("first", of: .enrollment(sample.id(1)))]
            try await store.commit(foundation)

            var change = Change([
                .insertCustomer(sample.customer(2)),
                .paymentIntent(sample.intent(), expected: 0, schedule: .never),
            ])
            change.audit = [sample.entry(.paymentIntent(sample.id(1)))]
            change.events = [sample.event("second", of: .paymentIntent(sample.id(1)))]
            change.idempotency = .claim(sample.idempotency())
            let good = change
            straw.add(to: &change, sample)
            #expect(await store.outcome(of: change) == straw.outcome)

            #expect(try await store.customer(sample.id(2), of: sample.organisation.id) == nil)
            #expect(try await store.paymentIntent(sample.id(1)) == nil)
            #expect(try await store.auditEntries(of: .paymentIntent(sample.id(1))).isEmpty)
            #expect(try await store.events(after: 0, limit: 9).count == 1)
            #expect(try await store.idempotencyRecord(scope: sample.idempotency().scope) == nil)
            #expect(await store.outcome(of: good) == .stored)
        }
    }

    @Test(arguments: Backend.allCases)
    func anEmptyChangeIsStored(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in #expect(await store.outcome(of: Change()) == .stored) }
    }

    @Test(arguments: Backend.allCases)
    func ofAHundredRacingUpdatesExactlyOneWins(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let sample = StorageSample(1)
            try await store.commit(sample.foundation)
            var next = sample.enrollment()
            next.version = 2
            let write = Change.Write.enrollment(next, expected: 1, schedule: .never)
            let outcomes = await hundredTimes { _ in await store.outcome(of: write) }
            #expect(outcomes.filter { $0 == .stored }.count == 1)
            #expect(outcomes.filter { $0 == .conflict }.count == 99)
            #expect(try await store.enrollment(sample.id(1))?.version == 2)
        }
    }

    @Test(arguments: Backend.allCases)
    func ofAHundredClaimsOfOneKeyExactlyOneWins(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let record = StorageSample(1).idempotency()
            let outcomes = await hundredTimes { _ in await store.outcome(of: .claim(record)) }
            #expect(outcomes.filter { $0 == .stored }.count == 1)
            #expect(outcomes.filter { $0 == .taken(.idempotencyKey) }.count == 99)
        }
    }

    @Test(arguments: Backend.allCases)
    func ofAHundredCreatesWithOneExternalIDExactlyOneWins(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let sample = StorageSample(1)
            try await store.commit(sample.foundation)
            let outcomes = await hundredTimes { number in
                let intent = sample.intent(UInt64(number), externalID: "order")
                return await store.outcome(of: .paymentIntent(intent, expected: 0, schedule: .never))
            }
            #expect(outcomes.filter { $0 == .stored }.count == 1)
            #expect(outcomes.filter { $0 == .taken(.intentExternalID) }.count == 99)
        }
    }

    @Test(arguments: Backend.allCases)
    func aStaleVersionOrAForeignOrganisationIsAConflict(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let (sample, other) = (StorageSample(1), StorageSample(2))
            try await store.commit(sample.foundation)
            try await store.commit(other.foundation)
            try await store.store(.paymentIntent(sample.intent(), expected: 0, schedule: .never))
            for expected: Int64 in [2, -1, .max] {
                let enrollment = Change.Write.enrollment(sample.enrollment(), expected: expected, schedule: .never)
                #expect(await store.outcome(of: enrollment) == .conflict)
                let intent = Change.Write.paymentIntent(sample.intent(), expected: expected, schedule: .never)
                #expect(await store.outcome(of: intent) == .conflict)
            }
            let missing = Change.Write.paymentIntent(other.intent(), expected: 1, schedule: .never)
            #expect(await store.outcome(of: missing) == .conflict)
        }
    }

    @Test(arguments: Backend.allCases)
    func aTokenFamilyMovesOnlyFromItsCurrentToken(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let sample = StorageSample(1)
            try await store.store(.organisation(sample.organisation), .insertTokenFamily(sample.tokenFamily()))
            var family = sample.tokenFamily()
            family.current.refreshID = "r2"
            let write = Change.Write.updateTokenFamily(family, expectedRefreshID: "r1")
            #expect(await store.outcome(of: write) == .stored)
            #expect(await store.outcome(of: write) == .conflict)
            family.isRevoked = true
            #expect(await store.outcome(of: .updateTokenFamily(family, expectedRefreshID: "r2")) == .stored)
            #expect(await store.outcome(of: .updateTokenFamily(family, expectedRefreshID: "r2")) == .conflict)
            #expect(try await store.tokenFamily(family.id) == family)
        }
    }

    @Test(arguments: Backend.allCases)
    func aTokenRestsOnItsKeyAndItsFamilyAsTheyAreNow(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let (sample, other) = (StorageSample(1), StorageSample(2))
            var (key, family) = (sample.apiKey(), sample.tokenFamily())
            let nothing = try await store.standing(of: key.id, family: family.id)
            #expect(nothing.apiKey == nil && nothing.family == nil)
            try await store.store(.organisation(sample.organisation), .insertAPIKey(key), .insertTokenFamily(family))
            let both = try await store.standing(of: key.id, family: family.id)
            #expect(both.apiKey == key && both.family == family)
            let ofOthers = try await store.standing(of: other.apiKey().id, family: other.tokenFamily().id)
            #expect(ofOthers.apiKey == nil && ofOthers.family == nil)
            key.revokedAt = StorageSample.start.adding(seconds: 5)
            try await store.store(.revokeAPIKey(key))
            #expect(try await store.standing(of: key.id, family: family.id).apiKey == key)
            #expect(!both.hasPerson)
        }
    }

    @Test(arguments: Backend.allCases)
    func aBoundTokenRestsOnItsPersonUntilTheirErasureIsAskedFor(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let (sample, other) = (StorageSample(1), StorageSample(2))
            var customer = sample.customer()
            let family = sample.tokenFamily(boundTo: customer.id)
            // The same id in another organisation is another person.
            let strange = other.tokenFamily(boundTo: customer.id)
            try await store.store(.organisation(sample.organisation), .organisation(other.organisation))
            try await store.store(.insertTokenFamily(family), .insertTokenFamily(strange))
            let key = sample.apiKey().id
            #expect(try await !store.standing(of: key, family: family.id).hasPerson)
            try await store.store(.insertCustomer(customer))
            #expect(try await store.standing(of: key, family: family.id).hasPerson)
            #expect(try await !store.standing(of: key, family: strange.id).hasPerson)
            let before = customer.version
            customer.requestErasure(at: StorageSample.start, nobody: sample.digest("nobody"))
            try await store.store(.updateCustomer(customer, expected: before, schedule: .never))
            #expect(try await !store.standing(of: key, family: family.id).hasPerson)
        }
    }

    @Test(arguments: Backend.allCases)
    func aKeyIsRevokedOnceAndByItsOrganisation(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let (sample, other) = (StorageSample(1), StorageSample(2))
            try await store.store(.organisation(sample.organisation), .insertAPIKey(sample.apiKey()))
            let ownKey = sample.apiKey()
            var foreignKey = APIKey(
                id: ownKey.id,
                organisation: other.organisation.id,
                label: ownKey.label,
                passwordDigest: ownKey.passwordDigest,
                createdAt: ownKey.createdAt
            )
            foreignKey.revokedAt = StorageSample.start
            let isLive = Change.Write.requireLiveKey(ownKey.id, of: sample.organisation.id)
            let ofOthers = Change.Write.requireLiveKey(ownKey.id, of: other.organisation.id)
            #expect(await store.outcome(of: isLive) == .stored)
            #expect(await store.outcome(of: ofOthers) == .conflict)
            var revoked = ownKey
            revoked.revokedAt = StorageSample.start.adding(seconds: 5)
            #expect(await store.outcome(of: .revokeAPIKey(foreignKey)) == .conflict)
            #expect(await store.outcome(of: .revokeAPIKey(revoked)) == .stored)
            #expect(await store.outcome(of: .revokeAPIKey(revoked)) == .conflict)
            #expect(await store.outcome(of: isLive) == .conflict)
            #expect(try await store.apiKey(ownKey.id) == revoked)
        }
    }

    @Test(arguments: Backend.allCases)
    func anOrganisationHasSoManyKeysThatAreNotRevoked(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let (sample, other) = (StorageSample(1), StorageSample(2))
            try await store.store(.organisation(sample.organisation), .organisation(other.organisation))
            let most = UInt64(APIKey.largestCount)
            for index in 1...most { try await store.store(.insertAPIKey(sample.apiKey(index))) }
            let oneMore = Change.Write.insertAPIKey(sample.apiKey(most + 1))
            #expect(await store.outcome(of: oneMore) == .conflict)
            try await store.store(.insertAPIKey(other.apiKey()))
            var revoked = sample.apiKey(3)
            revoked.revokedAt = StorageSample.start
            try await store.store(.revokeAPIKey(revoked))
            #expect(await store.outcome(of: oneMore) == .stored)
            let page = try await store.apiKeys(page: PageRequest(size: 5), of: sample.organisation.id)
            #expect(page.count == Int(most) + 1 && page.items.map(\.id).first == sample.apiKey(most + 1).id)
        }
    }

    @Test(arguments: Backend.allCases)
    func anAccountUpdateSetsActivityAndTimeOnly(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let (sample, other) = (StorageSample(1), StorageSample(2))
            try await store.commit(sample.foundation)
            var account = sample.bankAccount()
            account.isActive = false
            account.updatedAt = StorageSample.start.adding(seconds: 9)
            #expect(await store.outcome(of: .updateBankAccount(account)) == .stored)
            #expect(try await store.bankAccount(account.id, of: sample.organisation.id) == account)
            #expect(await store.outcome(of: .updateBankAccount(other.bankAccount())) == .conflict)
        }
    }

    @Test(arguments: Backend.allCases)
    func aCounterAdvancesOnlyFromWhereItStands(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let (sample, other) = (StorageSample(1), StorageSample(2))
            try await store.commit(sample.foundation)
            try await store.store(.insertCredential(sample.credential()))
            let id = sample.credential().credentialID
            func advance(_ organisation: OrganisationID, from old: UInt32, to new: UInt32) async -> CommitOutcome {
                await store.outcome(of: .advanceCounter(credentialID: id, of: organisation, from: old, to: new))
            }
            #expect(await advance(other.organisation.id, from: 0, to: 1) == .conflict)
            #expect(await advance(sample.organisation.id, from: 1, to: 2) == .conflict)
            #expect(await advance(sample.organisation.id, from: 0, to: .max) == .stored)
            #expect(await advance(sample.organisation.id, from: 0, to: 3) == .conflict)
            #expect(try await store.credential(of: sample.id(1))?.signCount == .max)
        }
    }
}

/// Runs `body` a hundred times at once.
func hundredTimes<Value: Sendable>(_ body: @escaping @Sendable (Int) async -> Value) async -> [Value] {
    await withTaskGroup(of: Value.self) { group in
        for number in 1...100 { group.addTask { await body(number) } }
        var values: [Value] = []
        for await value in group { values.append(value) }
        return values
    }
}
