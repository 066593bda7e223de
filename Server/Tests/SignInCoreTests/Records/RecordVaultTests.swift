import ChaveBase
import ChaveWire
import ServerTestSupport
import SignInModel
import StoreTestSupport
import Testing

@testable import SignInCore

/// What another hand at the database can do: nothing that is not seen.
@Suite struct RecordVaultTests {
    private let rig = TestSignIn()
    private let one = TenantID.named("one")
    private let two = TenantID.named("two")

    private var book: RecordBook { rig.signIn.records }

    private func user(_ id: String, of tenant: TenantID) -> User {
        User(
            tenant: tenant,
            id: id,
            externalID: "ext-\(id)",
            email: "\(id)@example.com",
            userName: "maria",
            displayName: "Maria Conceição",
            createdAt: rig.now
        )
    }

    private func store(_ users: User...) async throws {
        var change = RecordChange()
        for user in users { change.insert(user) }
        #expect(try await book.commit(change) == .committed)
    }

    private func expectDamage(of id: String, of tenant: TenantID) async {
        let fault = await #expect(throws: SignInFault.self) { try await book.find(User.self, id, of: tenant) }
        guard case .damaged(kind: User.kind) = fault else {
            Issue.record("\(String(describing: fault))")
            return
        }
    }

    @Test func whatWasSealedOpens() async throws {
        try await store(user("a", of: one))
        let found = try #require(try await book.find(User.self, "a", of: one))
        #expect(found.record == user("a", of: one))
        #expect(found.version == 1)
        #expect(try await book.find(User.self, "b", of: one) == nil)
    }

    /// Another user's record, another tenant's, and one of another kind.
    @Test func aRecordInAnothersPlaceIsDamaged() async throws {
        try await store(user("a", of: one), user("b", of: one), user("a", of: two))
        let bytes = try await Dictionary(uniqueKeysWithValues: rig.store.contents.map { ($0.key, $0.bytes) })
        for source in [user("b", of: one).key, user("a", of: two).key] {
            try await rig.store.tamper(with: user("a", of: one).key) { $0 = bytes[source] ?? [] }
            await expectDamage(of: "a", of: one)
        }
        try await rig.store.tamper(with: user("a", of: one).key) { $0 = bytes[user("a", of: one).key] ?? [] }
        #expect(try await book.find(User.self, "a", of: one) != nil)
        let moved = RecordKey(tenant: "one", kind: "client", id: "a")
        let sealed = bytes[user("a", of: one).key] ?? []
        _ = try await rig.store.commit([.insert(moved, RecordBody(bytes: sealed, indexes: [], expiresAt: nil))])
        await #expect(throws: SignInFault.self) { try await book.find(OIDCClient.self, "a", of: one) }
    }

    @Test func eachChangedByteIsSeen() async throws {
        try await store(user("a", of: one))
        let whole = try #require(try await rig.store.contents.first?.bytes)
        for position in whole.indices {
            try await rig.store.tamper(with: user("a", of: one).key) {
                $0 = whole
                $0[position] ^= 1
            }
            await expectDamage(of: "a", of: one)
        }
        for length in [0, 1, 8, 9, 20, 21, 36, 37, whole.count - 1] {
            try await rig.store.tamper(with: user("a", of: one).key) { $0 = Array(whole.prefix(length)) }
            await expectDamage(of: "a", of: one)
        }
    }

    /// What was is not what is: a link that is spent, a device that is revoked.
    @Test func anEarlierRecordThatIsPutBackIsDamaged() async throws {
        try await store(user("a", of: one))
        let before = try #require(try await rig.store.contents.first?.bytes)
        var loaded = try #require(try await book.find(User.self, "a", of: one))
        loaded.record.status = .suspended
        var change = RecordChange()
        change.replace(loaded)
        #expect(try await book.commit(change) == .committed)
        #expect(try await book.find(User.self, "a", of: one)?.record.status == .suspended)
        try await rig.store.tamper(with: user("a", of: one).key) { $0 = before }
        await expectDamage(of: "a", of: one)
    }

    @Test func anIndexThatLeadsToAnothersRecordIsDamage() async throws {
        try await store(user("a", of: one), user("b", of: one))
        let wanted = User.index(externalID: "ext-a")
        #expect(try await book.find(User.self, by: wanted, of: one)?.record.id == "a")
        let other = try #require(try await rig.store.contents.first { $0.key.id == "b" })
        let blind = book.vault.index(wanted, kind: User.kind, tenant: one)
        let first = try #require(try await rig.store.contents.first { $0.key.id == "a" })
        let swapped: [RecordWrite] = [
            .remove(first.key, version: 1), .remove(other.key, version: 1),
            .insert(other.key, RecordBody(bytes: other.bytes, indexes: [blind], expiresAt: nil)),
        ]
        #expect(try await rig.store.commit(swapped) == .committed)
        #expect(try await book.find(User.self, "b", of: one)?.record.id == "b", "the record itself is whole")
        let fault = await #expect(throws: SignInFault.self) { try await book.find(User.self, by: wanted, of: one) }
        guard case .damaged(kind: User.kind) = fault else {
            Issue.record("\(String(describing: fault))")
            return
        }
    }

    @Test func anotherSecretOpensNothing() async throws {
        try await store(user("a", of: one))
        let other = RecordVault(secret: Array(repeating: 8, count: 32))
        let stranger = RecordBook(store: rig.store, vault: other, world: rig.signIn.world)
        let fault = await #expect(throws: SignInFault.self) { try await stranger.find(User.self, "a", of: one) }
        guard case .damaged = fault else {
            Issue.record("\(String(describing: fault))")
            return
        }
        #expect(try await stranger.find(User.self, by: User.index(externalID: "ext-a"), of: one) == nil)
    }

    @Test func nothingOfTheContentIsInTheStoredBytes() async throws {
        let stored = user("a", of: one)
        try await store(stored)
        let bytes = try #require(try await rig.store.contents.first?.bytes)
        let digests = stored.indexes.map { book.vault.index($0, kind: User.kind, tenant: one).digest }
        for secret in [stored.externalID, stored.email, stored.userName, stored.displayName, "external_id"] {
            for place in [bytes] + digests { #expect(!contains(place, Array(secret.utf8)), "\(secret)") }
        }
        #expect(contains(bytes, Array(bytes[3..<9])), "the search finds what is there")
    }

    @Test func eachSealingIsAnother() throws {
        let key = RecordKey(tenant: "one", kind: "user", id: "a")
        let content = user("a", of: one).content
        let random = rig.signIn.world.randomBytes
        let (first, second) = (
            try book.vault.seal(content, as: key, version: 1, randomBytes: random),
            try book.vault.seal(content, as: key, version: 1, randomBytes: random)
        )
        #expect(first != second)
        #expect(first.prefix(9) == second.prefix(9), "form and key id")
        #expect(first[9..<21] != second[9..<21], "a nonce used twice would give the key away")
    }

    private func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
        guard bytes.count >= part.count else { return false }
        return (0...bytes.count - part.count).contains { Array(bytes[$0..<$0 + part.count]) == part }
    }
}
