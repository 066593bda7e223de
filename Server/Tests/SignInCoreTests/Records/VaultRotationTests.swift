import ChaveBase
import SignInModel
import StoreTestSupport
import Synchronization
import Testing

@testable import SignInCore

/// Another secret for what seals: old records open until all of them are sealed anew.
@Suite struct VaultRotationTests {
    private static let first: [UInt8] = Array(repeating: 1, count: 32)
    private static let second: [UInt8] = Array(repeating: 2, count: 32)
    private static let third: [UInt8] = Array(repeating: 3, count: 32)

    private let test = TestSignIn()
    private let before = RecordVault(secret: first)
    private let during = RecordVault(current: second, older: [first], indexing: first)
    private let after = RecordVault(current: second, indexing: first)
    private let tenant = TenantID.named("one")

    private func book(_ vault: RecordVault) -> RecordBook {
        RecordBook(store: test.store, vault: vault, world: test.signIn.world)
    }

    private func user(_ id: String) -> User {
        User(
            tenant: tenant,
            id: id,
            externalID: "ext-\(id)",
            email: "\(id)@example.com",
            userName: "maria",
            displayName: "Maria",
            createdAt: test.now
        )
    }

    private func store(_ vault: RecordVault, _ ids: [String]) async throws {
        var change = RecordChange()
        for id in ids { change.insert(user(id)) }
        #expect(try await book(vault).commit(change) == .committed)
    }

    private func resealing(_ vault: RecordVault) -> RecordResealing {
        RecordResealing(store: test.store, vault: vault, randomBytes: test.signIn.world.randomBytes)
    }

    private func opens(_ vault: RecordVault, _ id: String) async throws -> Bool {
        do {
            return try await book(vault).find(User.self, id, of: tenant)?.record == user(id)
        } catch SignInFault.damaged(kind: User.kind) {
            return false
        }
    }

    @Test func anOlderSecretOpensWhatItSealedAndSealsNothing() async throws {
        try await store(before, ["a"])
        #expect(try await opens(during, "a"))
        #expect(try await !opens(after, "a"))
        try await store(during, ["b"])
        #expect(try await opens(after, "b"))
        #expect(try await !opens(before, "b"))
    }

    /// Whichever secret seals, an index leads to a record, and a value is taken once.
    @Test func indexesStayThroughARotation() async throws {
        try await store(before, ["a"])
        let index = User.index(externalID: "ext-a")
        #expect(try await book(during).find(User.self, by: index, of: tenant)?.record.id == "a")
        var change = RecordChange()
        var twin = user("b")
        twin.externalID = "ext-a"
        change.insert(twin)
        #expect(try await book(during).commit(change) == .taken(index: "external_id"))
        _ = try await resealing(during).walk()
        #expect(try await book(after).find(User.self, by: index, of: tenant)?.record.id == "a")
        #expect(try await book(after).commit(change) == .taken(index: "external_id"))
    }

    @Test func allIsSealedAnewInPortionsThatMayBreakOff() async throws {
        try await store(before, (0..<5).map { "old-\($0)" })
        try await store(during, ["new"])
        let first = try await resealing(during).portion(after: nil, limit: 2)
        #expect(first.seen == 2 && first.older == 1 && first.resealed == 1, "the new one stands before the old ones")
        let second = try await resealing(during).portion(after: first.last, limit: 2)
        #expect(second.resealed == 2)
        // Whoever begins anew finds those that are left.
        let rest = try await resealing(during).walk()
        #expect(rest.seen == 6 && rest.older == 2 && rest.resealed == 2 && rest.last == nil)
        #expect(try await resealing(during).walk().older == 0)
        for id in (0..<5).map({ "old-\($0)" }) + ["new"] { #expect(try await opens(after, id)) }
        #expect(try await book(after).find(User.self, "old-0", of: tenant)?.version == 2)
        #expect(try await book(after).find(User.self, "new", of: tenant)?.version == 1)
    }

    /// A change that comes between reading and writing is not undone, and is found by the next walk.
    @Test func whoeverChangesARecordMeanwhileIsNotOverwritten() async throws {
        try await store(before, ["a", "b"])
        let racing = RacingStore(test.store)
        racing.beforeNextRewrite { [before] in
            let book = RecordBook(store: test.store, vault: before, world: test.signIn.world)
            guard var loaded = try await book.find(User.self, "a", of: tenant) else { return }
            loaded.record.displayName = "Maria Silva"
            var change = RecordChange()
            change.replace(loaded)
            _ = try await book.commit(change)
        }
        let resealing = RecordResealing(store: racing, vault: during, randomBytes: test.signIn.world.randomBytes)
        let portion = try await resealing.walk()
        #expect(portion.older == 2 && portion.resealed == 1)
        #expect(try await book(during).find(User.self, "a", of: tenant)?.record.displayName == "Maria Silva")
        let next = try await resealing.walk()
        #expect(next.older == 1 && next.resealed == 1)
        #expect(try await book(after).find(User.self, "a", of: tenant)?.record.displayName == "Maria Silva")
    }

    /// What no secret opens is counted and left, and holds up nothing else.
    @Test func aDamagedRecordHoldsUpNothing() async throws {
        try await store(before, ["a", "b", "c"])
        try await store(RecordVault(current: Self.third, indexing: Self.first), ["d"])
        try await test.store.tamper(with: user("a").key) { $0[$0.count - 1] ^= 1 }
        try await test.store.tamper(with: user("b").key) { $0 = [] }
        let portion = try await resealing(during).walk()
        #expect(portion.seen == 4 && portion.older == 4 && portion.resealed == 1 && portion.unreadable == 3)
        #expect(try await opens(after, "c"))
    }

    @Test func aStoreThatIsGoneIsAFault() async throws {
        test.store.close()
        await #expect(throws: SignInFault.self) { try await resealing(during).walk() }
    }
}

/// Lets a test act in the moment before records are rewritten.
private final class RacingStore: ResealableRecordStore {
    private let store: WorldRecordStore
    private let interruption = Mutex<(@Sendable () async throws -> Void)?>(nil)

    init(_ store: WorldRecordStore) { self.store = store }

    func beforeNextRewrite(_ act: @escaping @Sendable () async throws -> Void) { interruption.withLock { $0 = act } }

    func record(_ key: RecordKey) async throws(RecordStoreFault) -> StoredRecord? { try await store.record(key) }

    func records(
        _ index: BlindIndex,
        after last: RecordKey?,
        limit: Int
    ) async throws(RecordStoreFault) -> [StoredRecord] {
        try await store.records(index, after: last, limit: limit)
    }

    func records(
        of tenant: String,
        kind: String,
        after last: String?,
        limit: Int
    ) async throws(RecordStoreFault) -> [StoredRecord] {
        try await store.records(of: tenant, kind: kind, after: last, limit: limit)
    }

    func commit(_ writes: [RecordWrite]) async throws(RecordStoreFault) -> CommitOutcome {
        try await store.commit(writes)
    }

    func removeExpired(at time: Timestamp, limit: Int) async throws(RecordStoreFault) -> Int {
        try await store.removeExpired(at: time, limit: limit)
    }

    func removeOldest(
        of tenant: String,
        kind: String,
        keeping: Int,
        limit: Int
    ) async throws(RecordStoreFault) -> Int {
        try await store.removeOldest(of: tenant, kind: kind, keeping: keeping, limit: limit)
    }

    func everyRecord(after last: RecordKey?, limit: Int) async throws(RecordStoreFault) -> [StoredRecord] {
        try await store.everyRecord(after: last, limit: limit)
    }

    func rewrite(_ records: [StoredRecord]) async throws(RecordStoreFault) -> Int {
        let act = interruption.withLock { act in
            defer { act = nil }
            return act
        }
        do {
            try await act?()
        } catch {
            throw RecordStoreFault(underlying: error)
        }
        return try await store.rewrite(records)
    }
}
