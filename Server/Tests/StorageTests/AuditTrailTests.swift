import ChaveBase
import ChavePixModel
import PaymentsModel
import SQLiteWriter
import ServerTestSupport
import StoreTestSupport
import Testing

@testable import PaymentsStores

/// One change of another hand at a time, in the chains and in what anchors them.
struct AuditTrailTests {
    private let sample = StorageSample(7)

    /// An intent of five versions, as the store would have written it.
    private var entries: [AuditEntry] {
        var entries: [AuditEntry] = []
        for version: Int64 in 1...5 {
            entries.append(sample.entry(.paymentIntent(sample.id(1)), version: version, after: entries.last?.hash))
        }
        return entries
    }

    private func change(ofVersion version: Int64) -> Change {
        var change = version == 1 ? sample.foundation : Change()
        var intent = sample.intent()
        intent.version = version
        intent.auditHead = entries[Int(version) - 1].hash
        change.writes.append(.paymentIntent(intent, expected: version - 1, schedule: .never))
        change.audit = [entries[Int(version) - 1]]
        return change
    }

    private func withTrail(
        _ body: (SQLPaymentsStore) async throws -> Void
    ) async throws {
        try await withTemporaryDirectory { directory async throws in
            let store = try SQLPaymentsStore(directory: directory, options: .fast)
            for version: Int64 in 1...5 {
                try await store.commit(change(ofVersion: version))
                guard version % 2 == 0 else { continue }
                let anchors = try await store.anchorAudit(at: sample.time(version))
                #expect(anchors.count == 1)
            }
            #expect(try await hasOnlyTheTrail(store))
            try await body(store)
            await store.close()
        }
    }

    /// The sample's other objects have no trail of their own, and tell nobody anything.
    private func hasOnlyTheTrail(_ store: SQLPaymentsStore) async throws -> Bool {
        try await store.check().allSatisfy { $0.rule == .auditMissing || $0.rule == .changeWithoutEvent }
    }

    private func rules(after sql: String, _ store: SQLPaymentsStore) async throws -> Set<StoreFinding.Rule> {
        let before = Set(try await store.check())
        try await #require(store.writer).write { try $0.execute(sql: StoredAudit.opening + sql) }
        return Set(Set(try await store.check()).subtracting(before).map(\.rule))
    }

    /// Every column of an entry, at its first, a middle and its last version.
    @Test(
        arguments: StoredAudit.EntryField.allCases,
        [1, 3, 5]
    )
    func oneChangedColumnOfAnEntryIsFound(_ field: StoredAudit.EntryField, _ version: Int) async throws {
        try await withTrail { store in
            let found = try await rules(after: StoredAudit.changing(field, ofVersion: version), store)
            let expected: Set<StoreFinding.Rule> = [.auditHashWrong, .auditLinkBroken]
            #expect(!found.isDisjoint(with: expected), "\(found)")
        }
    }

    @Test(arguments: [1, 2, 3, 4, 5]) func aMissingEntryIsFound(_ version: Int) async throws {
        try await withTrail { store in
            let found = try await rules(after: StoredAudit.losingEntries(ofVersion: version).sqlite, store)
            #expect(!found.isDisjoint(with: [.auditVersionGap, .auditHeadDiffers]), "\(found)")
        }
    }

    @Test func entriesInAnotherOrderAreFound() async throws {
        try await withTrail { store in
            let found = try await rules(after: StoredAudit.swappingEntries(ofVersions: 2, 3), store)
            #expect(found.contains(.auditLinkBroken))
        }
    }

    /// The last entries and the object set back together: no chain says so, the anchors do.
    @Test func anObjectThatIsSetBackWithItsChainIsFoundByItsAnchors() async throws {
        try await withTrail { store in
            var intent = sample.intent()
            intent.version = 3
            intent.auditHead = entries[2].hash
            let found = try await rules(after: StoredAudit.losingEntries(afterVersion: 3).sqlite, store)
            #expect(found.contains(.auditHeadDiffers))
            try await #require(store.writer).write { database in
                try database.execute(sql: StoredPayments.settingIntents(toVersion: 2).sqlite)
            }
            try await store.commit(change(replacing: intent))
            let rest = try await store.check().map(\.rule)
            #expect(!rest.contains(.auditHeadDiffers), "the chain itself holds now")
            #expect(rest.contains(.auditAnchorDiffers))
        }
    }

    private func change(replacing intent: PaymentIntent) -> Change {
        var change = Change()
        change.writes = [.paymentIntent(intent, expected: 2, schedule: .never)]
        return change
    }

    @Test(arguments: StoredAudit.AnchorField.allCases)
    func oneChangedColumnOfAnAnchorIsFound(_ field: StoredAudit.AnchorField) async throws {
        try await withTrail { store in
            let found = try await rules(after: StoredAudit.changing(field, ofAnchor: 1), store)
            #expect(found == [.auditAnchorDiffers])
        }
    }

    @Test func aMissingAnchorIsFound() async throws {
        try await withTrail { store in
            let found = try await rules(after: StoredAudit.losingAnchor(1).sqlite, store)
            #expect(found == [.auditAnchorDiffers])
        }
    }

    // MARK: Making them

    @Test func anAnchorIsMadeOnlyWhereSomethingGrew() async throws {
        try await withTrail { store in
            #expect(try await store.lastAnchorAt(until: sample.time(4)) == sample.time(4))
            let third = try await store.anchorAudit(at: sample.time(9))
            #expect(third.map(\.number) == [3])
            #expect(third.map(\.entries) == [5])
            #expect(try await store.anchorAudit(at: sample.time(10)).isEmpty)
            #expect(try await store.lastAnchorAt(until: sample.time(9)) == sample.time(9))
            // A clock that was set back: what it has not reached yet is no reason to wait.
            #expect(try await store.lastAnchorAt(until: sample.time(8)) == sample.time(4))
        }
    }

    @Test(arguments: [StoredAudit.redatingAnchors, StoredAudit.losingAllAnchors])
    func nobodyChangesAnAnchor(_ change: StoredSQL) async throws {
        try await withTrail { store in
            await #expect(throws: SQLiteError.self) {
                try await #require(store.writer).write { try $0.execute(sql: change.sqlite) }
            }
        }
    }

    /// A copy is made by writing the rows anew: the anchors hold in it too.
    @Test func anchorsHoldInACopy() async throws {
        try await withTrail { store in
            try await withTemporaryDirectory { directory async throws in
                try await #require(store.writer).copy(to: directory + "/payments.sqlite")
                let copy = try SQLPaymentsStore(directory: directory, options: .fast)
                let (found, expected) = (try await copy.check(), try await store.check())
                #expect(found == expected)
                #expect(try await copy.anchorAudit(at: sample.time(9)).map(\.number) == [3])
                await copy.close()
            }
        }
    }
}

extension StorageSample {
    fileprivate func time(_ hours: Int64) -> Timestamp { Self.start.adding(seconds: hours * 3_600) }
}
