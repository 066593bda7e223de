import Foundation
import GRDB
import SQLPort
import Testing

@testable import SQLiteWriter

@Suite(.timeLimit(.minutes(15)))
struct DatabaseCopyTests {
    private static let rows = 100_000

    private static func withDatabase(_ body: (_ path: String) async throws -> Void) async throws {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("copy-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let path = directory.appendingPathComponent("db").path
        let schema = [
            Migration(name: "0001_box", sql: #"CREATE TABLE "box" ("id" INTEGER NOT NULL PRIMARY KEY) STRICT"#)
        ]
        var options = GroupCommitWriter.Options()
        options.synchronous = .normal
        let writer = try GroupCommitWriter(path: path, migrations: schema, options: options)
        try await writer.write { database in
            try database.execute(
                sql: """
                    WITH RECURSIVE "number" ("n") AS (SELECT 1 UNION ALL SELECT "n" + 1 FROM "number" WHERE "n" < ?1)
                    INSERT INTO "box" SELECT "n" FROM "number"
                    """,
                arguments: [rows]
            )
        }
        try await body(path)
        await writer.close()
    }

    @Test func aCopyHoldsWhatTheDatabaseHolds() async throws {
        try await Self.withDatabase { path in
            try await DatabaseCopy.write(of: path, to: path + ".copy")
            let count = try await DatabaseQueue(path: path + ".copy").read { database in
                try Int.fetchOne(database, sql: #"SELECT COUNT(*) FROM "box""#)
            }
            #expect(count == Self.rows)
        }
    }

    /// The end of a server does not wait for a copy of gigabytes.
    @Test func aCopyThatNobodyWantsAnyMoreIsBrokenOff() async throws {
        try await Self.withDatabase { path in
            let copying = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                try await DatabaseCopy.write(of: path, to: path + ".copy")
            }
            await #expect(throws: CancellationError.self) { try await copying.value }
        }
    }
}
