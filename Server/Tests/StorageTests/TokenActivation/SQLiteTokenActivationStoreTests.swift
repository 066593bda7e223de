import ChaveBase
import ChavePixModel
import Foundation
import GRDB
import Hashing
import SQLPort
import SQLiteWriter
import StoreTestSupport
import Testing
import TokenActivationCore

@testable import CardsStores

/// What SQLite adds to the contract of activations: files, schema, checks, and how each question is answered.
@Suite struct SQLiteTokenActivationStoreTests {
    typealias Sample = ActivationSample

    @Test(arguments: ["token-activations.sqlite", "token-activations.sqlite-wal", "token-activations.sqlite-shm"])
    func theDatabaseIsForItsOwnerAlone(_ name: String) async throws {
        try await withTemporaryDirectory { directory async throws in
            let store = try SQLTokenActivationStore(directory: directory, options: .fast)
            let attributes = try FileManager.default.attributesOfItem(atPath: directory + "/" + name)
            #expect((attributes[.posixPermissions] as? Int) == 0o600)
            await store.close()
        }
    }

    @Test func whatWasStoredIsThereAfterReopening() async throws {
        try await withTemporaryDirectory { directory async throws in
            let first = try SQLTokenActivationStore(directory: directory + "/made/here")
            var change = ActivationChange()
            change.writes = [
                .insert(Sample.activation(state: .activating(.asking), wakeAt: 130)),
                .claim(Sample.claim("k", until: 200)), .insertNotice(Sample.notice()), .insertLink(Sample.link("1")),
                .refuse(CardRefusal(activation: "a", card: "V-1", at: Sample.time(9))),
            ]
            change.audit = [Sample.fact("one")]
            #expect(try await first.commit(change) == .committed)
            await first.close()
            let second = try SQLTokenActivationStore(directory: directory + "/made/here")
            #expect(try await second.dueActivations(at: Sample.time(130), limit: 9).map(\.id) == ["a"])
            #expect(try await second.commit(.claim(Sample.claim("k", until: 200))) == .conflict)
            #expect(try await second.notice(ofActivation: "a") == Sample.notice())
            #expect(try await second.link(Digest(ofText: "1")) != nil)
            #expect(try await second.refusals(ofCard: "V-1", since: Sample.time(0)) == [Sample.time(9)])
            var next = ActivationChange()
            next.audit = [Sample.fact("two")]
            #expect(try await second.commit(next) == .committed)
            #expect(try await second.audit(Sample.chain, after: 0, limit: 9).map(\.sequence) == [1, 2])
            #expect(try await second.check().isEmpty)
            await second.close()
        }
    }

    @Test func aDatabaseOfANewerProgramIsRefused() async throws {
        try await withTemporaryDirectory { directory async throws in
            await (try SQLTokenActivationStore(directory: directory, options: .fast)).close()
            let queue = try DatabaseQueue(path: directory + "/token-activations.sqlite")
            try await queue.write { database in
                try database.execute(sql: StoredSteps.adding("0002_of_tomorrow", number: 2))
            }
            try queue.close()
            #expect(throws: MigrationRefusal.newerSchema(found: "0002_of_tomorrow")) {
                try SQLTokenActivationStore(directory: directory, options: .fast)
            }
        }
    }

    @Test func aCopyHoldsEverything() async throws {
        try await withTemporaryDirectory { directory async throws in
            let store = try SQLTokenActivationStore(directory: directory + "/one", options: .fast)
            _ = try await store.commit(.insert(Sample.activation()))
            try FileManager.default.createDirectory(atPath: directory + "/two", withIntermediateDirectories: true)
            try await #require(store.writer).copy(to: directory + "/two/" + SQLTokenActivationStore.fileName)
            await store.close()
            let copy = try SQLTokenActivationStore(directory: directory + "/two", options: .fast)
            #expect(try await copy.activation("a") == Sample.activation())
            await copy.close()
        }
    }

    @Test func aFaultNamesNothingThatWasBound() async throws {
        try await withTemporaryDirectory { directory async throws in
            let store = try SQLTokenActivationStore(directory: directory, options: .fast)
            try await #require(store.writer).write { try $0.execute(sql: StoredActivations.losingTheAudit.sqlite) }
            var change = ActivationChange()
            change.writes = [.insert(Sample.activation("personal"))]
            change.audit = [Sample.fact("x")]
            let bad = change
            let fault = await #expect(throws: ActivationStoreFault.self) { try await store.commit(bad) }
            #expect(fault?.underlying is SQLiteError)
            #expect(!"\(String(describing: fault))".contains("personal"))
            #expect(try await store.activation("personal") == nil)
            await store.close()
        }
    }

    /// Each kind of damage that another hand can do is found.
    @Test(arguments: [
        StoredActivations.changingOutcome(ofEntry: 2), StoredActivations.blankingHash(ofEntry: 1),
        StoredActivations.losingEntry(2), StoredActivations.losingEntry(1),
        StoredActivations.movingEntry(3, toChainOfCard: "V-2"), StoredActivations.garblingAllChains,
        StoredActivations.garblingAction(ofEntry: 1), StoredActivations.garblingAllDetails,
        StoredActivations.garblingAllNetworks,
    ])
    func damageIsFound(_ sql: StoredSQL) async throws {
        try await withTemporaryDirectory { directory async throws in
            let store = try SQLTokenActivationStore(directory: directory, options: .fast)
            var change = ActivationChange()
            change.writes = [.insert(Sample.activation())]
            change.audit = [Sample.fact("one"), Sample.fact("two"), Sample.fact("three")]
            _ = try await store.commit(change)
            #expect(try await store.check().isEmpty)
            try await #require(store.writer).write { try $0.execute(sql: sql.sqlite) }
            let found = try await store.check()
            #expect(!found.isEmpty)
            #expect(found.allSatisfy { $0.hasPrefix("token activations: ") && !$0.contains("V-1") })
            await store.close()
        }
    }

    /// It is found by a check; the others that are due are looked after.
    @Test func aDamagedActivationHoldsUpNoOther() async throws {
        try await withTemporaryDirectory { directory async throws in
            let store = try SQLTokenActivationStore(directory: directory, options: .fast)
            for id in ["a", "b"] {
                let token = TokenKey(network: .visa, id: "T-\(id)")
                let activation = Sample.activation(id, token: token, state: .activating(.unsure), wakeAt: 130)
                #expect(try await store.commit(.insert(activation)) == .committed)
            }
            try await #require(store.writer).write { database in
                try database.execute(sql: StoredActivations.garblingDetails(of: "a").sqlite)
            }
            #expect(try await store.dueActivations(at: Sample.time(130), limit: 9).map(\.id) == ["b"])
            #expect(try await store.check() == ["token activations: activation a cannot be read"])
            await #expect(throws: ActivationStoreFault.self) { try await store.activation("a") }
            await store.close()
        }
    }

    /// Every statement finds its rows by an index and reads lists in their order.
    @Test func noStatementReadsAWholeTable() async throws {
        try await withTemporaryDirectory { directory async throws in
            await (try SQLTokenActivationStore(directory: directory, options: .fast)).close()
            let queue = try DatabaseQueue(path: directory + "/token-activations.sqlite")
            for sql in ActivationStatement.ofServer.compactMap(\.sqlite) {
                let details = try await queue.read { database in
                    let statement = try database.makeStatement(sql: "EXPLAIN QUERY PLAN " + sql)
                    let count = (1...23).last { sql.contains("?\($0)") } ?? 0
                    let arguments = StatementArguments(Array(repeating: DatabaseValue.null, count: count))
                    return try Row.fetchAll(statement, arguments: arguments).map { $0["detail"] as String? ?? "" }
                }
                for detail in details {
                    #expect(!detail.hasPrefix("SCAN") || detail == "SCAN CONSTANT ROW", "\(detail): \(sql)")
                    #expect(!detail.contains("TEMP B-TREE"), "\(detail): \(sql)")
                }
            }
        }
    }
}
