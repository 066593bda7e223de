import ChaveBase
import ChavePixModel
import PaymentsModel
import Testing

@testable import PaymentsStores

/// The platform's registrations at banks: one at each, in both engines.
@Suite struct BankRegistrationTests {
    private static let bank = InstitutionID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0021)
    private static let other = InstitutionID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0022)

    private func secret(_ byte: UInt8) -> SealedSecret {
        SealedSecret(keyID: "k", sealed: Sealed(box: Array(repeating: byte, count: 40)))
    }

    @Test(arguments: DatabaseUnderTest.Kind.allCases)
    func aRegistrationIsMarkedOnceAndStoredInPlaceOfItsMark(_ kind: DatabaseUnderTest.Kind) async throws {
        try await DatabaseUnderTest.with(kind) { database in
            let store = database.store
            #expect(try await store.bankRegistration(at: Self.bank) == nil)
            #expect(try await store.markBankRegistration(at: Self.bank))
            #expect(try await store.bankRegistration(at: Self.bank) == .sent)
            #expect(try await !store.markBankRegistration(at: Self.bank))
            #expect(try await store.bankRegistration(at: Self.other) == nil)
            try await store.storeBankRegistration(secret(1), at: Self.bank)
            #expect(try await store.bankRegistration(at: Self.bank) == .registered(secret(1)))
            #expect(try await !store.markBankRegistration(at: Self.bank))
            try await store.storeBankRegistration(secret(2), at: Self.bank)
            #expect(try await store.bankRegistration(at: Self.bank) == .registered(secret(2)))
            try await store.removeBankRegistration(at: Self.bank)
            #expect(try await store.bankRegistration(at: Self.bank) == nil)
            #expect(try await store.markBankRegistration(at: Self.bank))
            #expect(try await store.check().isEmpty)
        }
    }

    /// Nodes that use a bank for the first time at the same moment.
    @Test(arguments: DatabaseUnderTest.Kind.allCases)
    func ofManyMarksOneIsTheFirst(_ kind: DatabaseUnderTest.Kind) async throws {
        try await DatabaseUnderTest.with(kind) { database in
            let store = database.store
            let marks = try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<16 { group.addTask { try await store.markBankRegistration(at: Self.bank) } }
                return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(marks == 1)
        }
    }
}
