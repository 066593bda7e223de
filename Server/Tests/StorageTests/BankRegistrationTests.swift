import ChaveBase
import ChavePixModel
import PaymentsModel
import ServerTestSupport
import Testing

@testable import PaymentsStores

/// The platform's registrations at banks: one at each, in both engines.
@Suite struct BankRegistrationTests {
    private static let bank = InstitutionID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0021)
    private static let other = InstitutionID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0022)

    private static let since = Timestamp(seconds: 1_800_000_000)

    private func secret(_ byte: UInt8) -> SealedSecret {
        SealedSecret(keyID: "k", sealed: Sealed(box: Array(repeating: byte, count: 40)))
    }

    @Test(arguments: DatabaseUnderTest.Kind.allCases)
    func aRegistrationIsMarkedOnceAndStoredInPlaceOfItsMark(_ kind: DatabaseUnderTest.Kind) async throws {
        try await DatabaseUnderTest.with(kind) { database in
            let store = database.store
            #expect(try await store.bankRegistration(at: Self.bank) == nil)
            #expect(try await !store.storeBankRegistration(secret(1), at: Self.bank))
            #expect(try await store.markBankRegistration(at: Self.bank, since: Self.since))
            #expect(try await store.bankRegistration(at: Self.bank) == .sent)
            #expect(try await !store.markBankRegistration(at: Self.bank, since: Self.since))
            #expect(try await store.bankRegistration(at: Self.other) == nil)
            try await store.storeBankRegistration(secret(1), at: Self.bank)
            #expect(try await store.bankRegistration(at: Self.bank) == .registered(secret(1)))
            #expect(try await !store.markBankRegistration(at: Self.bank, since: Self.since))
            try await store.storeBankRegistration(secret(2), at: Self.bank)
            #expect(try await store.bankRegistration(at: Self.bank) == .registered(secret(2)))
            try await store.removeBankRegistration(at: Self.bank)
            #expect(try await store.bankRegistration(at: Self.bank) == nil)
            #expect(try await !store.storeBankRegistration(secret(1), at: Self.bank))
            #expect(try await store.markBankRegistration(at: Self.bank, since: Self.since))
            #expect(try await store.check().isEmpty)
        }
    }

    @Test(arguments: DatabaseUnderTest.Kind.allCases)
    func allAreListedFromTheOldestOn(_ kind: DatabaseUnderTest.Kind) async throws {
        try await DatabaseUnderTest.with(kind) { database in
            let store = database.store
            #expect(try await store.bankRegistrations().isEmpty)
            #expect(try await !store.holdsSealedFields())
            _ = try await store.markBankRegistration(at: Self.bank, since: Self.since.adding(seconds: 1))
            _ = try await store.markBankRegistration(at: Self.other, since: Self.since)
            #expect(try await !store.holdsSealedFields())
            try await store.storeBankRegistration(secret(1), at: Self.bank)
            let all = try await store.bankRegistrations()
            #expect(all.map(\.institution) == [Self.other, Self.bank])
            #expect(all.map(\.registration) == [.sent, .registered(secret(1))])
            // Storing a registration leaves the time of its mark.
            #expect(all.map(\.since) == [Self.since, Self.since.adding(seconds: 1)])
            // A sealed registration is lost with the server's key.
            #expect(try await store.holdsSealedFields())
        }
    }

    private func counted(_ enrollments: Int64, _ unconfirmed: Int64, _ payments: Int64) -> CountedBankObjects {
        CountedBankObjects(enrollments: enrollments, unconfirmedEnds: unconfirmed, payments: payments)
    }

    @Test(arguments: DatabaseUnderTest.Kind.allCases)
    func objectsThatNeedARegistrationAreCounted(_ kind: DatabaseUnderTest.Kind) async throws {
        try await DatabaseUnderTest.with(kind) { database in
            let store = database.store
            let (sample, institution) = (StorageSample(1), InstitutionID(high: 1, low: 1))
            #expect(try await store.objects(at: institution) == counted(0, 0, 0))
            var change = sample.foundation
            let due = Change.Schedule(wakeAt: StorageSample.start, heldUntil: nil)
            let end = EnrollmentEnd(.canceled, .other)
            let states: [(EnrollmentState, Change.Schedule)] = [
                (.authorised(tokens: Sealed(box: [1]), checkAt: StorageSample.start), due),
                (.ended(end, atBank: false), due), (.ended(end, atBank: true), .never),
            ]
            for (index, (state, schedule)) in states.enumerated() {
                var enrollment = sample.enrollment(UInt64(index) + 2)
                enrollment.state = state
                change.writes.append(.enrollment(enrollment, expected: 0, schedule: schedule))
            }
            change.writes.append(.enrollment(sample.enrollment(9, institution: 2), expected: 0, schedule: due))
            let intents: [PaymentIntentState] = [
                .lapsing, .settling(since: StorageSample.start), .succeeded(at: StorageSample.start),
            ]
            for (index, state) in intents.enumerated() {
                var intent = sample.intent(UInt64(index) + 1)
                intent.state = state
                change.writes.append(.paymentIntent(intent, expected: 0, schedule: .never))
            }
            try await store.commit(change)
            #expect(try await store.objects(at: institution) == counted(2, 1, 2))
            #expect(try await store.objects(at: InstitutionID(high: 2, low: 1)) == counted(1, 0, 0))
            #expect(try await store.objects(at: Self.bank) == counted(0, 0, 0))
        }
    }

    /// Nodes that use a bank for the first time at the same moment.
    @Test(arguments: DatabaseUnderTest.Kind.allCases)
    func ofManyMarksOneIsTheFirst(_ kind: DatabaseUnderTest.Kind) async throws {
        try await DatabaseUnderTest.with(kind) { database in
            let store = database.store
            let marks = try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<16 {
                    group.addTask { try await store.markBankRegistration(at: Self.bank, since: Self.since) }
                }
                return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(marks == 1)
        }
    }
}
