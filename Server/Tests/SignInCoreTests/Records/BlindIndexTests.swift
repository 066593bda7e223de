import ChaveBase
import SignInModel
import Testing

@testable import SignInCore

/// Who can tell from two digests that two values are equal: the tenant and kind that they belong to.
@Suite struct BlindIndexTests {
    private let vault = RecordVault(secret: Array(repeating: 7, count: 32))
    private let one = TenantID("one")
    private let two = TenantID("two")

    private func digest(
        _ index: RecordIndex,
        kind: String = "user",
        of tenant: TenantID?,
        in vault: RecordVault? = nil
    ) -> [UInt8] { (vault ?? self.vault).index(index, kind: kind, tenant: tenant).digest }

    @Test func equalValuesMeetWithinTenantAndKindOnly() {
        let value = RecordIndex("mail", "a@b")
        #expect(digest(value, of: one) == digest(value, of: one))
        #expect(digest(value, of: one).count == 32)
        #expect(digest(value, of: one) != digest(value, of: two))
        #expect(digest(value, of: one) != digest(value, kind: "client", of: one))
        #expect(digest(value, of: one) != digest(RecordIndex("name", "a@b"), of: one))
        #expect(digest(value, of: one) != digest(RecordIndex("mail", "A@b"), of: one))
        #expect(
            digest(value, of: one) != digest(value, of: one, in: RecordVault(secret: [UInt8](repeating: 1, count: 32)))
        )
    }

    @Test func aGlobalValueMeetsAcrossTenants() {
        let value = RecordIndex("id", "a", isGlobal: true)
        #expect(digest(value, of: one) == digest(value, of: two))
        #expect(digest(value, of: one) == digest(value, of: nil))
        #expect(digest(value, of: one) != digest(RecordIndex("id", "a"), of: one))
        #expect(digest(value, of: one) != digest(value, kind: "user2", of: one))
    }

    /// Whether it is unique is the store's business and changes no digest, so that a rule can be tightened later.
    @Test func uniquenessIsNotInTheDigest() {
        #expect(digest(RecordIndex("x", "v"), of: one) == digest(RecordIndex("x", "v", isUnique: true), of: one))
    }

    /// Two spellings of a letter are two values, and parts do not run together.
    @Test func valuesAreTakenByTheirBytes() {
        #expect(digest(RecordIndex("x", "caf\u{E9}"), of: one) != digest(RecordIndex("x", "cafe\u{301}"), of: one))
        #expect(digest(RecordIndex("ab", "c"), of: one) != digest(RecordIndex("a", "bc"), of: one))
        #expect(digest(RecordIndex("", "c"), kind: "ab", of: one) != digest(RecordIndex("b", "c"), kind: "a", of: one))
    }
}
