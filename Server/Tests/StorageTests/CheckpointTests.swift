import Foundation
import GRDB
import Testing

@testable import SQLiteWriter

@Suite(.timeLimit(.minutes(15)))
struct CheckpointTests {
    /// Over a thousand pages go through the log, which begins anew once they are in the database file.
    @Test func theLogIsMovedIntoTheFileAndDoesNotGrowForEver() async throws {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("checkpoint-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let path = directory.appendingPathComponent("db").path
        let schema = [
            Migration(
                name: "0001_box",
                sql: #"CREATE TABLE "box" ("id" INTEGER NOT NULL PRIMARY KEY, "bytes" BLOB NOT NULL) STRICT"#
            )
        ]
        var options = GroupCommitWriter.Options()
        options.synchronous = .normal
        let writer = try GroupCommitWriter(path: path, migrations: schema, options: options)
        let size = 64 << 10
        for id in 1...320 {
            let bytes = Data(repeating: UInt8(id & 0xFF), count: size)
            try await writer.write {
                try $0.execute(sql: #"INSERT INTO "box" VALUES (?1, ?2)"#, arguments: [id, bytes])
            }
        }
        let log = try #require(try FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int)
        let file = try #require(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
        // 320 times 64 KiB are 5,120 pages; a log that nobody moves would hold all of them.
        #expect(log < 320 * size / 2)
        #expect(file > 320 * size / 2)
        await writer.close()
    }

    /// SQLite's own checkpoint at the end of the last connection would keep a failed sync to itself.
    @Test func aConnectionThatClosesLeavesTheLogToWhomeverOpensItNext() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("close-\(UUID().uuidString)").path
        defer { for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) } }
        let connection = try Connections.openWriter(path: path, options: GroupCommitWriter.Options())
        try connection.writeWithoutTransaction { database in
            try database.execute(sql: #"CREATE TABLE "box" ("id" INTEGER NOT NULL PRIMARY KEY) STRICT"#)
            try database.execute(sql: #"INSERT INTO "box" VALUES (1)"#)
        }
        try connection.close()
        let log = try #require(try FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int)
        #expect(log > 0)
        let next = try Connections.openWriter(path: path, options: GroupCommitWriter.Options())
        let count = try next.read { try Int.fetchOne($0, sql: #"SELECT COUNT(*) FROM "box""#) }
        #expect(count == 1)
        try next.close()
    }

    @Test(arguments: [
        (ResultCode.SQLITE_IOERR_FSYNC, true), (.SQLITE_IOERR_WRITE, true), (.SQLITE_CORRUPT, true),
        (.SQLITE_OK, false), (.SQLITE_BUSY, false), (.SQLITE_LOCKED, false), (.SQLITE_FULL, false),
        (.SQLITE_IOERR_NOMEM, false),
    ])
    func onlyACheckpointAfterWhichTheDiskIsInDoubtFailsItsCommit(_ code: ResultCode, _ ends: Bool) {
        #expect(Checkpointing.endsCommit(code.rawValue) == ends)
    }
}
