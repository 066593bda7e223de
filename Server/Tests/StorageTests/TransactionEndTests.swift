import SQLPort
import Testing

@testable import SQLiteWriter

/// A transaction or a snapshot that ended before its batch did.
@Suite struct TransactionEndTests {
    private func withWriter(_ body: (GroupCommitWriter) async throws -> Void) async throws {
        try await withTemporaryDirectory { directory async throws in
            let box = Migration(
                name: "0001_row",
                sql: #"CREATE TABLE "row" ("id" INTEGER NOT NULL PRIMARY KEY) STRICT"#
            )
            let writer = try GroupCommitWriter(path: directory + "/db", migrations: [box], options: .fast)
            do {
                try await body(writer)
            } catch {
                await writer.close()
                throw error
            }
            await writer.close()
        }
    }

    private func rows(_ writer: GroupCommitWriter) async throws -> [Int] {
        try await writer.read { try $0.numbers(#"SELECT "id" FROM "row" ORDER BY "id""#) }
    }

    @Sendable private func insert(_ id: Int, _ database: SQLiteConnection) throws {
        try database.execute(sql: #"INSERT INTO "row" ("id") VALUES (?1)"#, arguments: [id])
    }

    /// SQLite ends a transaction by itself after some failures, which a job may keep to itself.
    @Test func aTransactionThatEndedEarlyStoresNothing() async throws {
        try await withWriter { writer async throws in
            let results = await writer.inOneBatch([
                { try insert(1, $0) }, { try $0.execute(sql: "ROLLBACK") }, { try insert(3, $0) },
            ]
            )
            for result in results { #expect(throws: WriterFault.self) { try result.get() } }
            #expect(try await rows(writer) == [])
            #expect(writer.isHealthy)
            try await writer.write { try insert(4, $0) }
            #expect(try await rows(writer) == [4])
        }
    }

    @Test func aSnapshotThatEndedEarlyIsFollowedByAnother() async throws {
        try await withWriter { writer async throws in
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 1...40 {
                    group.addTask {
                        try await writer.read { database in
                            let isInside = database.isInsideTransaction
                            try database.execute(sql: "COMMIT")
                            return isInside
                        }
                    }
                }
                for try await isInside in group { #expect(isInside) }
            }
        }
    }
}
