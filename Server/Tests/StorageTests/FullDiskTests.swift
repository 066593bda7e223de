import CSQLite
import Foundation
import SQLPort
import Synchronization
import Testing

@testable import SQLiteWriter

/// A full disk: nothing is acknowledged, reads go on, and writing goes on once there is room.
struct FullDiskTests {
    private final class Uptime: Sendable {
        private let now = Mutex(ContinuousClock.now)
        var current: ContinuousClock.Instant { now.withLock { $0 } }
        func advance(_ duration: Duration) { now.withLock { $0 += duration } }
    }

    private static let full = SQLiteError(code: SQLITE_FULL)
    private static let failedSync = SQLiteError(code: SQLITE_IOERR | 4 << 8)

    @Test func aFullDiskIsTriedAgainAfterAWhileAndNotBefore() {
        let uptime = Uptime()
        let health = WriterHealth(onFatal: { _ in }, uptime: { uptime.current })
        health.note(FullDiskTests.full)
        #expect(!health.isHealthy)
        #expect(health.refusal?.reason == .unhealthy)
        uptime.advance(WriterHealth.triesAgainAfter)
        #expect(health.refusal == nil)
        #expect(!health.isHealthy, "a try is no success")
        health.note(FullDiskTests.full)
        #expect(health.refusal?.reason == .unhealthy)
        uptime.advance(WriterHealth.triesAgainAfter)
        health.noteStored()
        #expect(health.isHealthy)
        #expect(health.refusal == nil)
    }

    @Test func aFailedSyncIsForGoodAlsoAfterAFullDisk() {
        let uptime = Uptime()
        let told = Mutex(0)
        let health = WriterHealth(onFatal: { _ in told.withLock { $0 += 1 } }, uptime: { uptime.current })
        health.note(FullDiskTests.full)
        health.note(FullDiskTests.failedSync)
        health.note(FullDiskTests.failedSync)
        uptime.advance(.seconds(3_600))
        health.noteStored()
        health.note(FullDiskTests.full)
        #expect(!health.isHealthy)
        #expect(health.refusal?.reason == .unhealthy)
        #expect(told.withLock { $0 } == 1)
    }

    /// SQLite's own limit on pages stands for the disk: the error is the same, and the limit can be raised again.
    @Test func writingGoesOnOnceThereIsRoom() async throws {
        try await withTemporaryDirectory { directory async throws in
            let schema = [Migration(name: "0001_box", sql: #"CREATE TABLE "box" ("text" TEXT NOT NULL) STRICT"#)]
            let writer = try GroupCommitWriter(path: directory + "/db", migrations: schema, options: .fast)
            @Sendable func store() async throws {
                try await writer.write { database in
                    let text = String(repeating: "x", count: 100_000)
                    try database.execute(sql: #"INSERT INTO "box" ("text") VALUES (?1)"#, arguments: [text])
                }
            }
            func count() async throws -> Int {
                try await writer.read { try $0.numbers(#"SELECT COUNT(*) FROM "box""#)[0] }
            }
            try await store()
            try await writer.write { try $0.execute(sql: "PRAGMA max_page_count = 40") }
            await #expect(throws: WriterFault.self) { try await store() }
            #expect(!writer.isHealthy)
            #expect(try await count() == 1, "reads go on")
            let limit = ContinuousClock.now + WriterHealth.triesAgainAfter
            while ContinuousClock.now < limit { await Task.yield() }
            try await writer.write { try $0.execute(sql: "PRAGMA max_page_count = 100000") }
            try await store()
            #expect(writer.isHealthy)
            #expect(try await count() == 2)
            await writer.close()
        }
    }
}
