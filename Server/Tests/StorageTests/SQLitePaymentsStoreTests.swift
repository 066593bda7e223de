import ChaveBase
import ChavePixModel
import Foundation
import GRDB
import PaymentsModel
import SQLPort
import SQLiteWriter
import ServerTestSupport
import StoreTestSupport
import Testing

@testable import PaymentsStores

/// What SQLite adds to the contract: files, locks, durability, and data that another hand has changed.
@Suite struct SQLitePaymentsStoreTests {
    private let sample = StorageSample(1)

    /// With the directory there already, whatever the process's mask is.
    @Test(arguments: ["payments.sqlite", "payments.sqlite-wal", "payments.sqlite-shm"])
    func theDatabaseIsForItsOwnerAlone(_ name: String) async throws {
        try await withTemporaryDirectory { directory async throws in
            let store = try SQLPaymentsStore(directory: directory, options: .fast)
            let attributes = try FileManager.default.attributesOfItem(atPath: directory + "/" + name)
            #expect((attributes[.posixPermissions] as? Int) == 0o600)
            await store.close()
        }
    }

    @Test func whatWasStoredIsThereAfterReopening() async throws {
        try await withTemporaryDirectory { directory async throws in
            let first = try SQLPaymentsStore(directory: directory + "/made/here")
            try await first.commit(sample.audited)
            await first.close()
            let second = try SQLPaymentsStore(directory: directory + "/made/here")
            #expect(try await second.paymentIntent(sample.id(1))?.version == 2)
            #expect(try await second.auditEntries(of: .paymentIntent(sample.id(1))).count == 2)
            #expect(try await second.events(after: 0, limit: 9).map(\.event) == sample.audited.events)
            await second.close()
        }
    }

    @Test func aSecondInstanceIsKeptOutUntilTheFirstIsClosed() async throws {
        try await withTemporaryDirectory { directory async throws in
            let first = try SQLPaymentsStore(directory: directory, options: .fast)
            #expect(throws: OpeningRefusal.inUse(lockFile: directory + "/payments.sqlite.lock")) {
                try SQLPaymentsStore(directory: directory, options: .fast)
            }
            await first.close()
            let second = try SQLPaymentsStore(directory: directory, options: .fast)
            await second.close()
        }
    }

    /// `chave keys create` works while the server runs.
    @Test func aShortPieceOfWorkIsDoneBesideTheServer() async throws {
        try await withTemporaryDirectory { directory async throws in
            let server = try SQLPaymentsStore(directory: directory, options: .fast)
            try await server.commit(sample.audited)
            var options = GroupCommitWriter.Options.fast
            options.isShared = true
            let tool = try SQLPaymentsStore(directory: directory, options: options)
            try await tool.store(.insertAPIKey(sample.apiKey()))
            await tool.close()
            #expect(try await server.apiKey(sample.id(1)) == sample.apiKey())
            #expect(await server.outcome(of: .insertAPIKey(sample.apiKey(2))) == .stored)
            #expect(try await server.check() == [])
            await server.close()
        }
    }

    @Test func aDatabaseOfANewerProgramIsRefused() async throws {
        try await withTemporaryDirectory { directory async throws in
            let newer = try GroupCommitWriter(
                path: directory + "/payments.sqlite",
                migrations: PaymentsSchema.all.migrations + [Migration(name: "9999_later", sql: "SELECT 1")]
            )
            await newer.close()
            #expect(throws: MigrationRefusal.newerSchema(found: "9999_later")) {
                try SQLPaymentsStore(directory: directory)
            }
        }
    }

    @Test func everyTransactionIsSyncedAndWhatIsErasedOverwritten() async throws {
        try await withTemporaryDirectory { directory async throws in
            let store = try SQLPaymentsStore(directory: directory)
            let settings = try await #require(store.writer).write { database in
                let pragmas = ["synchronous", "journal_mode", "foreign_keys", "secure_delete"]
                return try pragmas.map { try database.text(of: "PRAGMA \($0)") }
            }
            #expect(settings == ["2", "wal", "1", "1"])
            await store.close()
        }
    }

    @Test(arguments: [StoredAudit.renamingActions, StoredAudit.losingAllEntries, StoredWebhooks.emptyingEvents])
    func nobodyChangesTheTrail(_ change: StoredSQL) async throws {
        try await withTemporaryDirectory { directory async throws in
            let store = try SQLPaymentsStore(directory: directory, options: .fast)
            try await store.commit(sample.audited)
            await #expect(throws: SQLiteError.self) {
                try await #require(store.writer).write { try $0.execute(sql: change.sqlite) }
            }
            #expect(try await store.check() == [])
            await store.close()
        }
    }

    @Test func aPositionIsNeverUsedAgain() async throws {
        try await withTemporaryDirectory { directory async throws in
            let store = try SQLPaymentsStore(directory: directory, options: .fast)
            try await store.commit(sample.audited)
            let first = try await store.events(after: 1, limit: 1)
            try await #require(store.writer).write { try $0.execute(sql: StoredWebhooks.losingEvents.sqlite) }
            var change = Change()
            change.events = [sample.event("next", of: .enrollment(sample.id(1)))]
            try await store.commit(change)
            let next = try await store.events(after: 0, limit: 1)
            #expect(next[0].position > first[0].position)
            await store.close()
        }
    }

    @Test func aFullDiskStopsWritingAndNotReading() async throws {
        try await withTemporaryDirectory { directory async throws in
            let store = try SQLPaymentsStore(directory: directory, options: .fast)
            try await store.commit(sample.audited)
            try await #require(store.writer).write { try $0.execute(sql: "PRAGMA max_page_count = 1") }
            var refused: CommitOutcome = .stored
            for number: UInt64 in 2...2_000 where refused == .stored {
                refused = await store.outcome(of: .insertBankAccount(sample.bankAccount(number)))
            }
            #expect(refused == .fault)
            #expect(!store.isHealthy)
            try await #require(store.writer).read { try $0.execute(sql: "SELECT 1") }
            #expect(await store.outcome(of: .insertBankAccount(sample.bankAccount(5_000))) == .fault)
            #expect(try await store.paymentIntent(sample.id(1)) != nil)
            await store.close()
        }
    }

    @Test func aClosedStoreAnswersWithFaults() async throws {
        try await withTemporaryDirectory { directory async throws in
            let store = try SQLPaymentsStore(directory: directory, options: .fast)
            try await store.confirmWritable(at: StorageSample.start)
            await store.close()
            await store.close()
            #expect(await store.outcome(of: sample.audited) == .fault)
            await #expect(throws: StorageFault.self) { try await store.organisations() }
        }
    }

    @Test func aBackupIsCompleteAndClean() async throws {
        try await withTemporaryDirectory { directory async throws in
            let store = try SQLPaymentsStore(directory: directory, options: .fast)
            try await store.commit(sample.audited)
            try FileManager.default.createDirectory(
                atPath: directory + "/copy",
                withIntermediateDirectories: false
            )
            try await #require(store.writer).copy(to: directory + "/copy/payments.sqlite")
            await #expect(throws: SQLiteError.self) {
                try await #require(store.writer).copy(to: directory + "/copy/payments.sqlite")
            }
            await store.close()
            let copy = try SQLPaymentsStore(directory: directory + "/copy", options: .fast)
            #expect(try await copy.check() == [])
            #expect(try await copy.paymentIntent(sample.id(1))?.version == 2)
            #expect(try await copy.events(after: 0, limit: 9).count == 2)
            await copy.close()
        }
    }

    /// A hand that changes the file behind the server's back, and what must be seen of it.
    @Test(arguments: StoreFinding.Rule.allCases)
    func eachTraceOfAnotherHandIsFound(_ rule: StoreFinding.Rule) async throws {
        try await withTemporaryDirectory { directory async throws in
            let store = try SQLPaymentsStore(directory: directory, options: .fast)
            try await store.commit(sample.audited)
            #expect(try await store.anchorAudit(at: StorageSample.start).count == 1)
            #expect(try await store.check() == [])
            await store.close()
            try tamper(rule, directory + "/payments.sqlite")
            let again = try SQLPaymentsStore(directory: directory, options: .fast)
            #expect(try await again.check().map(\.rule).contains(rule))
            await again.close()
        }
    }

    private func tamper(_ rule: StoreFinding.Rule, _ path: String) throws {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.writeWithoutTransaction { try $0.execute(sql: StoredPayments.trace(of: rule).sqlite) }
        try queue.close()
    }
}
