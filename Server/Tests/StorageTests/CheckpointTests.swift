import CSQLite
import Foundation
import SQLPort
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
            let bytes = [UInt8](repeating: UInt8(id & 0xFF), count: size)
            try await writer.write {
                try $0.execute(sql: #"INSERT INTO "box" VALUES (?1, ?2)"#, arguments: [id, bytes.blob])
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
        try connection.execute(sql: #"CREATE TABLE "box" ("id" INTEGER NOT NULL PRIMARY KEY) STRICT"#)
        try connection.execute(sql: #"INSERT INTO "box" VALUES (1)"#)
        connection.close()
        let log = try #require(try FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int)
        #expect(log > 0)
        let next = try Connections.openWriter(path: path, options: GroupCommitWriter.Options())
        #expect(try next.numbers(#"SELECT COUNT(*) FROM "box""#) == [1])
        next.close()
    }

    @Test(arguments: [
        (SQLITE_IOERR | 4 << 8, true), (SQLITE_IOERR | 3 << 8, true), (SQLITE_CORRUPT, true), (SQLITE_OK, false),
        (SQLITE_BUSY, false), (SQLITE_LOCKED, false), (SQLITE_FULL, false), (SQLITE_IOERR | 12 << 8, false),
    ])
    func onlyACheckpointAfterWhichTheDiskIsInDoubtEndsTheProcess(_ code: Int32, _ ends: Bool) {
        #expect((Checkpointing.doubt(in: code) != nil) == ends)
    }

    /// A second program's connection would be the second one that SQLite's defect needs.
    @Test func onlyTheServersOwnConnectionMovesTheLog() async throws {
        try await withTemporaryDirectory { directory async throws in
            let path = directory + "/db"
            let schema = [Migration(name: "0001_box", sql: #"CREATE TABLE "box" ("bytes" BLOB NOT NULL) STRICT"#)]
            let server = try GroupCommitWriter(path: path, migrations: schema, options: .fast)
            var shared = GroupCommitWriter.Options.fast
            shared.isShared = true
            let beside = try GroupCommitWriter(path: path, migrations: schema, options: shared)
            // After what it moves at its start.
            try await write([1], to: server)
            let before = try size(path)
            for _ in 1...40 { try await write([UInt8](repeating: 1, count: 256 << 10), to: beside) }
            #expect(try size(path) == before)
            #expect(try size(path + "-wal") > 40 * 256 << 10)
            try await write([2], to: server)
            try await write([3], to: server)
            #expect(try size(path) > 40 * 256 << 10)
            await beside.close()
            await server.close()
        }
    }

    @Test func theLogIsEmptiedInItsTurnAndNotUnderAReader() async throws {
        try await withTemporaryDirectory { directory async throws in
            let path = directory + "/db"
            let schema = [Migration(name: "0001_box", sql: #"CREATE TABLE "box" ("bytes" BLOB NOT NULL) STRICT"#)]
            let writer = try GroupCommitWriter(path: path, migrations: schema, options: .fast)
            try await write([UInt8](repeating: 1, count: 64 << 10), to: writer)
            #expect(try await writer.emptyLog())
            #expect(try size(path + "-wal") == 0)
            let reader = try Connections.openReader(path: path, options: .fast)
            try beginReading(reader)
            try await write([2], to: writer)
            #expect(try await !writer.emptyLog())
            try await write([3], to: writer)
            try endReading(reader)
            #expect(try await writer.emptyLog())
            await writer.close()
        }
    }

    /// Many persons are erased while a backup reads: writing goes on between the tries.
    @Test func emptyingsThatWaitAreOneAndHoldUpNoWrite() async throws {
        try await withTemporaryDirectory { directory async throws in
            let schema = [Migration(name: "0001_box", sql: #"CREATE TABLE "box" ("bytes" BLOB NOT NULL) STRICT"#)]
            let writer = try GroupCommitWriter(path: directory + "/db", migrations: schema, options: .fast)
            try await write([1], to: writer)
            let reader = try Connections.openReader(path: directory + "/db", options: .fast)
            try beginReading(reader)
            try await write([2], to: writer)
            let emptied = try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<200 { group.addTask { try await writer.emptyLog() } }
                group.addTask {
                    try await write([3], to: writer)
                    return false
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(!emptied.contains(true))
            try endReading(reader)
            #expect(try await writer.emptyLog())
            await writer.close()
        }
    }

    @Test(arguments: [
        (3_007_000, true), (3_040_001, true), (3_044_005, true), (3_044_006, false), (3_045_000, true),
        (3_050_006, true), (3_050_007, false), (3_051_000, true), (3_051_002, true), (3_051_003, false),
        (3_053_001, false),
    ])
    func versionsWithTheResetDefectAreKnown(_ version: Int32, _ hasDefect: Bool) {
        #expect(SQLiteLibrary.hasResetDefect(version) == hasDefect)
    }

    private func beginReading(_ reader: SQLiteConnection) throws {
        try reader.execute(sql: "BEGIN DEFERRED")
        _ = try reader.numbers(#"SELECT COUNT(*) FROM "box""#)
    }

    private func endReading(_ reader: SQLiteConnection) throws {
        try reader.execute(sql: "COMMIT")
        reader.close()
    }

    private func write(_ bytes: [UInt8], to writer: GroupCommitWriter) async throws {
        try await writer.write { try $0.execute(sql: #"INSERT INTO "box" VALUES (?1)"#, arguments: [bytes.blob]) }
    }

    private func size(_ path: String) throws -> Int {
        try #require(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
    }
}
