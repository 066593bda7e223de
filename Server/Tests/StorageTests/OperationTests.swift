import SQLPort
import SQLiteWriter
import Synchronization
import Testing

/// What is told of each read and write once it is done.
@Suite struct OperationTests {
    private struct Refusal: Error {}

    private func told(
        _ body: (GroupCommitWriter) async throws -> Void
    ) async throws -> [GroupCommitWriter.Operation] {
        let heard = Mutex<[GroupCommitWriter.Operation]>([])
        try await withTemporaryDirectory { directory async throws in
            var options = GroupCommitWriter.Options.fast
            options.onOperation = { operation in heard.withLock { $0.append(operation) } }
            let schema = Migration(
                name: "0001_row",
                sql: #"CREATE TABLE "row" ("id" INTEGER NOT NULL PRIMARY KEY) STRICT"#
            )
            let writer = try GroupCommitWriter(path: directory + "/db", migrations: [schema], options: options)
            try await body(writer)
            await writer.close()
        }
        return heard.withLock { $0 }
    }

    /// Looking for work is a write that mostly finds none, four times a second.
    @Test func onlyAWriteThatChangedARowSaysSo() async throws {
        let all = try await told { writer in
            try await writer.write { try $0.execute(sql: #"DELETE FROM "row" WHERE "id" = 1"#) }
            try await writer.write { try $0.execute(sql: #"INSERT INTO "row" ("id") VALUES (1)"#) }
            _ = try await writer.read { try $0.numbers(#"SELECT "id" FROM "row""#) }
            try await writer.write { try $0.execute(sql: #"UPDATE "row" SET "id" = 2 WHERE "id" = 1"#) }
            try? await writer.write { database in
                try database.execute(sql: #"INSERT INTO "row" ("id") VALUES (3)"#)
                throw Refusal()
            }
            try await writer.write { _ in }
        }
        #expect(all.map(\.changedRows) == [false, true, false, true, false, false])
        #expect(all.map(\.failed) == [false, false, false, false, true, false])
        #expect(all.map(\.kind) == [.write, .write, .read, .write, .write, .write])
    }
}
