import ChaveBase
import ChavePixModel
import Foundation
import GRDB
import SQLPort
import SQLiteWriter
import SignInModel
import StoreTestSupport
import Testing

@testable import SignInStores

/// What SQLite adds to the contract of records: files, schema, and how each question is answered.
@Suite struct SQLiteRecordStoreTests {
    typealias Sample = RecordSample

    @Test(arguments: ["signin.sqlite", "signin.sqlite-wal", "signin.sqlite-shm"])
    func theDatabaseIsForItsOwnerAlone(_ name: String) async throws {
        try await withTemporaryDirectory { directory async throws in
            let store = try SQLRecordStore(directory: directory, options: .fast)
            let attributes = try FileManager.default.attributesOfItem(atPath: directory + "/" + name)
            #expect((attributes[.posixPermissions] as? Int) == 0o600)
            await store.close()
        }
    }

    @Test func whatWasStoredIsThereAfterReopening() async throws {
        try await withTemporaryDirectory { directory async throws in
            let first = try SQLRecordStore(directory: directory + "/made/here")
            let value = Sample.index("x", 1, unique: true)
            _ = try await first.commit([.insert(Sample.key("a"), Sample.body(1, value, expiringAt: 5))])
            _ = try await first.commit([.replace(Sample.key("a"), version: 1, Sample.body(2, value, expiringAt: 5))])
            await first.close()
            let second = try SQLRecordStore(directory: directory + "/made/here")
            let found = try #require(try await second.records(value, after: nil, limit: 9).first)
            #expect(found.version == 2)
            #expect(found.bytes == [2, 0, 255])
            let rival = RecordWrite.insert(Sample.key("b"), Sample.body(3, value))
            #expect(try await second.commit([rival]) == .taken(index: "x"))
            #expect(try await second.removeExpired(at: Timestamp(seconds: 5), limit: 9) == 1)
            await second.close()
        }
    }

    @Test func aDatabaseOfANewerProgramIsRefused() async throws {
        try await withTemporaryDirectory { directory async throws in
            await (try SQLRecordStore(directory: directory, options: .fast)).close()
            let queue = try DatabaseQueue(path: directory + "/signin.sqlite")
            try await queue.write { database in
                try database.execute(sql: StoredSteps.adding("0002_of_tomorrow", number: 2))
            }
            try queue.close()
            #expect(throws: MigrationRefusal.newerSchema(found: "0002_of_tomorrow")) {
                try SQLRecordStore(directory: directory, options: .fast)
            }
        }
    }

    @Test func aFaultNamesNothingThatWasBound() async throws {
        try await withTemporaryDirectory { directory async throws in
            let store = try SQLRecordStore(directory: directory, options: .fast)
            try await #require(store.writer).write { try $0.execute(sql: StoredSignIn.losingIndexes.sqlite) }
            let body = Sample.body(1, Sample.index("x", 1))
            let fault = await #expect(throws: RecordStoreFault.self) {
                try await store.commit([.insert(Sample.key("personal"), body)])
            }
            #expect(fault?.underlying is SQLiteError)
            #expect(!"\(String(describing: fault))".contains("personal"))
            #expect(try await store.record(Sample.key("personal")) == nil)
            await store.close()
        }
    }

    /// Every statement finds its rows by an index and reads lists in their order.
    @Test func noStatementReadsAWholeTable() async throws {
        let found = try await plans(of: RecordStatement.ofServer)
        #expect(found.count == RecordStatement.ofServer.count)
        for (sql, details) in found {
            for detail in details {
                #expect(!detail.hasPrefix("SCAN"), "\(detail): \(sql)")
                #expect(!detail.contains("TEMP B-TREE"), "\(detail): \(sql)")
            }
        }
    }

    /// The next piece of a list begins where the last one ended, however long the list is.
    @Test func aPieceOfAListBeginsAtItsPlace() async throws {
        let byIndex = try #require(try await plans(of: [RecordStatement.byIndexAfter]).first).details
        #expect(byIndex.contains { $0.contains("digest=? AND (tenant,id)>(?,?)") }, "\(byIndex)")
        let ofTenant = try #require(try await plans(of: [RecordStatement.ofTenantAfter]).first).details
        #expect(ofTenant.contains { $0.contains("tenant=? AND kind=? AND id>?") }, "\(ofTenant)")
        let expired = try #require(try await plans(of: [RecordStatement.removeExpired]).first).details
        #expect(expired.contains { $0.contains("record_expiry (expires_at>? AND expires_at<?)") }, "\(expired)")
    }

    private func plans(of statements: [SQLText]) async throws -> [(statement: String, details: [String])] {
        var found: [(statement: String, details: [String])] = []
        try await withTemporaryDirectory { directory async throws in
            await (try SQLRecordStore(directory: directory, options: .fast)).close()
            let queue = try DatabaseQueue(path: directory + "/signin.sqlite")
            found = try await queue.read { database in
                try statements.compactMap(\.sqlite).map { sql in
                    let statement = try database.makeStatement(sql: "EXPLAIN QUERY PLAN " + sql)
                    let count = (1...9).last { sql.contains("?\($0)") } ?? 0
                    let arguments = StatementArguments(Array(repeating: DatabaseValue.null, count: count))
                    return (sql, try Row.fetchAll(statement, arguments: arguments).map { $0["detail"] ?? "" })
                }
            }
        }
        return found
    }
}
