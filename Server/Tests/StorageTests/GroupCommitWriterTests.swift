import CSQLite
import Foundation
import SQLPort
import Synchronization
import Testing

@testable import SQLiteWriter

@Suite struct GroupCommitWriterTests {
    private struct Refusal: Error, Equatable {}

    static let schema = [
        Migration(name: "0001_row", sql: #"CREATE TABLE "row" ("id" INTEGER NOT NULL PRIMARY KEY) STRICT"#)
    ]

    func withWriter(
        _ options: GroupCommitWriter.Options = .fast,
        _ body: (GroupCommitWriter) async throws -> Void
    ) async throws {
        try await withTemporaryDirectory { directory async throws in
            let writer = try GroupCommitWriter(path: directory + "/db", migrations: Self.schema, options: options)
            do {
                try await body(writer)
            } catch {
                await writer.close()
                throw error
            }
            await writer.close()
        }
    }

    func rows(_ writer: GroupCommitWriter) async throws -> [Int] {
        try await writer.read { try $0.numbers(#"SELECT "id" FROM "row" ORDER BY "id""#) }
    }

    @Sendable func insert(_ id: Int, _ database: SQLiteConnection) throws {
        try database.execute(sql: #"INSERT INTO "row" ("id") VALUES (?1)"#, arguments: [id])
    }

    @Test func anOperationThatFailsUndoesItsOwnRowsOnly() async throws {
        try await withWriter { writer async throws in
            let results = await writer.inOneBatch([
                { try insert(1, $0) },
                {
                    try insert(2, $0)
                    throw Refusal()
                },
                { try insert(3, $0) },
            ]
            )
            #expect(results.map { (try? $0.get()) != nil } == [true, false, true])
            #expect(throws: Refusal()) { try results[1].get() }
            #expect(try await rows(writer) == [1, 3])
        }
    }

    /// A batch in which nobody refuses is run once; else each operation at most twice, in the same order.
    @Test func anOperationRunsTwiceWhereAnotherOfItsBatchRefuses() async throws {
        try await withWriter { writer async throws in
            let runs = Mutex<[Int]>([])
            func noted(_ id: Int, refuses: Bool = false) -> @Sendable (SQLiteConnection) throws -> Void {
                { database in
                    runs.withLock { $0.append(id) }
                    try insert(id, database)
                    if refuses { throw Refusal() }
                }
            }
            let well = await writer.inOneBatch([noted(1), noted(2)])
            #expect(well.allSatisfy { (try? $0.get()) != nil })
            #expect(runs.withLock { $0 }.sorted() == [1, 2])
            runs.withLock { $0 = [] }
            let mixed = await writer.inOneBatch([noted(3), noted(4, refuses: true), noted(5), noted(6, refuses: true)]
            )
            #expect(mixed.map { (try? $0.get()) != nil } == [true, false, true, false])
            let order = runs.withLock { $0 }
            #expect(order.suffix(4).sorted() == [3, 4, 5, 6])
            #expect(order.dropLast(4) == order.suffix(4).prefix(order.count - 4))
            #expect([3, 4, 5, 6].allSatisfy { id in (1...2).contains(order.count { $0 == id }) })
            #expect(try await rows(writer) == [1, 2, 3, 5])
        }
    }

    @Test func aBatchWaitsForThoseUnderWayAndThenIsOneTransaction() async throws {
        var options = GroupCommitWriter.Options.fast
        let underWay = Atomic(0)
        options.gathering = Gathering(longest: .seconds(600)) { underWay.load(ordering: .acquiring) }
        try await withWriter(options) { writer async throws in
            let commits = Commits()
            try await writer.betweenTransactions { commits.count(on: $0) }
            underWay.store(3, ordering: .releasing)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for id in 1...3 { group.addTask { try await writer.write { try insert(id, $0) } } }
                try await group.waitForAll()
            }
            underWay.store(0, ordering: .releasing)
            try await writer.betweenTransactions { commits.end(on: $0) }
            #expect(commits.number == 1)
            #expect(try await rows(writer) == [1, 2, 3])
        }
    }

    @Test func aBatchWaitsNoLongerThanItMayAndAloneNotAtAll() async throws {
        for underWay in [0, 1, 9] {
            var options = GroupCommitWriter.Options.fast
            options.gathering = Gathering(longest: underWay > 1 ? .milliseconds(1) : .seconds(600)) { underWay }
            try await withWriter(options) { writer async throws in
                for id in 1...20 { try await writer.write { try insert(id, $0) } }
                #expect(try await rows(writer) == Array(1...20))
            }
        }
    }

    @Test func whoIsInNoHurryJoinsTheNextTransaction() async throws {
        var options = GroupCommitWriter.Options.fast
        options.gathering = Gathering(patience: .seconds(600)) { 0 }
        try await withWriter(options) { writer async throws in
            let commits = Commits()
            try await writer.betweenTransactions { commits.count(on: $0) }
            async let first: Void = writer.write(isInNoHurry: true) { try insert(1, $0) }
            async let second: Void = writer.write(isInNoHurry: true) { try insert(2, $0) }
            while writer.waitingWrites < 2 { await Task.yield() }
            #expect(try await rows(writer).isEmpty)
            try await writer.write { try insert(3, $0) }
            _ = try await (first, second)
            try await writer.betweenTransactions { commits.end(on: $0) }
            #expect(commits.number == 1)
            #expect(try await rows(writer) == [1, 2, 3])
        }
    }

    @Test func whoIsInNoHurryGoesAloneWhenTheTimeIsUp() async throws {
        for patience in [Duration.zero, .milliseconds(1)] {
            var options = GroupCommitWriter.Options.fast
            options.gathering = Gathering(patience: patience) { 0 }
            try await withWriter(options) { writer async throws in
                for id in 1...20 { try await writer.write(isInNoHurry: true) { try insert(id, $0) } }
                #expect(try await rows(writer) == Array(1...20))
            }
        }
    }

    @Test(arguments: [false, true]) func theCloseEndsAWaitForCompany(_ isInNoHurry: Bool) async throws {
        try await withTemporaryDirectory { directory async throws in
            var options = GroupCommitWriter.Options.fast
            options.gathering = Gathering(longest: .seconds(600), patience: .seconds(600)) { isInNoHurry ? 0 : 2 }
            let writer = try GroupCommitWriter(path: directory + "/db", migrations: Self.schema, options: options)
            async let stored: Void = writer.write(isInNoHurry: isInNoHurry) { try insert(1, $0) }
            while writer.waitingWrites == 0 { await Task.yield() }
            await writer.close()
            try await stored
            let again = try GroupCommitWriter(path: directory + "/db", migrations: Self.schema, options: .fast)
            #expect(try await rows(again) == [1])
            await again.close()
        }
    }

    @Test func operationsOfABatchSeeEachOther() async throws {
        try await withWriter { writer async throws in
            let results = await writer.inOneBatch([{ try insert(1, $0) }, { try insert(1, $0) }])
            #expect(results.filter { (try? $0.get()) != nil }.count == 1)
            #expect(try await rows(writer) == [1])
        }
    }

    @Test func aFailureOfTheDiskTakesTheWholeBatch() async throws {
        let told = Mutex(0)
        var options = GroupCommitWriter.Options.fast
        options.onFatal = { _ in told.withLock { $0 += 1 } }
        try await withWriter(options) { writer async throws in
            let results = await writer.inOneBatch([
                { try insert(1, $0) },
                { _ in throw SQLiteError(code: 1_034) },
                { try insert(3, $0) },
            ]
            )
            for result in results {
                let fault = #expect(throws: WriterFault.self) { try result.get() }
                #expect(fault?.reason == .batchFailed)
            }
            #expect(try await rows(writer) == [])
            #expect(!writer.isHealthy)
            let later = await #expect(throws: WriterFault.self) { try await writer.write { try insert(9, $0) } }
            #expect(later?.reason == .unhealthy)
            #expect(told.withLock { $0 } == 1)
        }
    }

    /// An operation that ends the transaction, as SQLite may: nobody of the batch is told that it is stored.
    @Test func aTransactionThatWasEndedIsAcknowledgedToNobody() async throws {
        try await withWriter { writer async throws in
            let results = await writer.inOneBatch([
                { try insert(1, $0) },
                {
                    try $0.execute(sql: "ROLLBACK")
                    throw Refusal()
                },
                { try insert(3, $0) },
            ]
            )
            #expect(results.allSatisfy { (try? $0.get()) == nil })
            #expect(try await rows(writer) == [])
            #expect(writer.isHealthy)
            try await writer.write { try insert(4, $0) }
            #expect(try await rows(writer) == [4])
        }
    }

    @Test func aPassingFailureTakesItsBatchAndLeavesTheWriterWell() async throws {
        try await withWriter { writer async throws in
            await #expect(throws: WriterFault.self) {
                try await writer.write { _ in throw SQLiteError(code: SQLITE_NOMEM) }
            }
            #expect(writer.isHealthy)
        }
    }

    @Test func aCallerThatGoesAwayDoesNotTakeItsWriteBack() async throws {
        try await withWriter { writer async throws in
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                try await writer.write { try insert(1, $0) }
            }
            try await task.value
            #expect(try await rows(writer) == [1])
        }
    }

    @Test func whatWaitsAtTheCloseIsStored() async throws {
        try await withTemporaryDirectory { directory async throws in
            let writer = try GroupCommitWriter(path: directory + "/db", migrations: Self.schema, options: .fast)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for id in 1...200 { group.addTask { try await writer.write { try insert(id, $0) } } }
                try await group.waitForAll()
            }
            async let last: Void = writer.write { try insert(201, $0) }
            _ = try? await last
            await writer.close()
            let refused = await #expect(throws: WriterFault.self) { try await writer.write { _ in } }
            #expect(refused?.reason == .closed)
            let again = try GroupCommitWriter(path: directory + "/db", migrations: Self.schema, options: .fast)
            #expect(try await rows(again).count == 201)
            await again.close()
        }
    }

    @Test func moreThanABatchIsStoredInOrder() async throws {
        var options = GroupCommitWriter.Options.fast
        options.maximumBatch = 3
        try await withWriter(options) { writer async throws in
            let results = await writer.inOneBatch((1...20).map { id in { try insert(id, $0) } })
            #expect(results.allSatisfy { (try? $0.get()) != nil })
            #expect(try await rows(writer) == Array(1...20))
        }
    }

    @Test func aReaderCannotWrite() async throws {
        try await withWriter { writer async throws in
            await #expect(throws: SQLiteError.self) { try await writer.read { try insert(1, $0) } }
            #expect(try await rows(writer) == [])
        }
    }

    @Test func migrationsAreAppliedOnceAndOnlyAdded() async throws {
        try await withTemporaryDirectory { directory async throws in
            let path = directory + "/db"
            let second = Migration(name: "0002_more", sql: #"INSERT INTO "row" ("id") VALUES (7)"#)
            for _ in 1...2 {
                let writer = try GroupCommitWriter(path: path, migrations: Self.schema + [second], options: .fast)
                #expect(try await rows(writer) == [7])
                await writer.close()
            }
            #expect(throws: MigrationRefusal.newerSchema(found: "0002_more")) {
                try GroupCommitWriter(path: path, migrations: Self.schema, options: .fast)
            }
            #expect(throws: MigrationRefusal.differentHistory(expected: "0002_more", found: "0001_row")) {
                try GroupCommitWriter(path: path, migrations: [second] + Self.schema, options: .fast)
            }
        }
    }

    @Test func whoeverMayNotMigrateRefusesAnOlderSchemaAndLeavesIt() async throws {
        try await withTemporaryDirectory { directory async throws in
            let path = directory + "/db"
            let second = Migration(name: "0002_more", sql: #"INSERT INTO "row" ("id") VALUES (7)"#)
            let server = try GroupCommitWriter(path: path, migrations: Self.schema, options: .fast)
            var shared = GroupCommitWriter.Options.fast
            shared.isShared = true
            #expect(throws: MigrationRefusal.olderSchema(lacking: "0002_more")) {
                try GroupCommitWriter(path: path, migrations: Self.schema + [second], options: shared)
            }
            #expect(try await rows(server) == [])
            await server.close()
            var careful = GroupCommitWriter.Options.fast
            careful.mayMigrate = false
            #expect(throws: MigrationRefusal.olderSchema(lacking: "0002_more")) {
                try GroupCommitWriter(path: path, migrations: Self.schema + [second], options: careful)
            }
            #expect(throws: MigrationRefusal.differentHistory(expected: "0002_more", found: "0001_row")) {
                try GroupCommitWriter(path: path, migrations: [second] + Self.schema, options: careful)
            }
            let same = try GroupCommitWriter(path: path, migrations: Self.schema, options: careful)
            #expect(try await rows(same) == [])
            await same.close()
        }
    }

    /// Small values that are overwritten in their page, and large ones whose pages are given back.
    @Test(arguments: [24, 60_000]) func whatWasErasedIsNotInTheFile(_ size: Int) async throws {
        try await withTemporaryDirectory { directory async throws in
            let schema = [
                Migration(
                    name: "0001_box",
                    sql: #"CREATE TABLE "box" ("id" INTEGER NOT NULL PRIMARY KEY, "text" TEXT) STRICT"#
                )
            ]
            let writer = try GroupCommitWriter(path: directory + "/db", migrations: schema, options: .fast)
            func planted(_ id: Int) -> String { String(repeating: "planted-\(id)-", count: size / 10) }
            for id in 1...4 {
                let text = planted(id)
                try await writer.write {
                    try $0.execute(sql: #"INSERT INTO "box" VALUES (?1, ?2)"#, arguments: [id, text])
                }
            }
            try await writer.write { try $0.execute(sql: #"DELETE FROM "box" WHERE "id" = 1"#) }
            try await writer.write { try $0.execute(sql: #"UPDATE "box" SET "text" = NULL WHERE "id" = 2"#) }
            try await writer.write { try $0.execute(sql: #"UPDATE "box" SET "text" = 'x' WHERE "id" = 3"#) }
            await writer.close()
            let names = try FileManager.default.contentsOfDirectory(atPath: directory)
            let left = try names.map { try Data(contentsOf: URL(fileURLWithPath: directory + "/" + $0)) }
            for id in 1...3 {
                let isLeft = left.contains { $0.range(of: Data("planted-\(id)-".utf8)) != nil }
                #expect(!isLeft, "\(id)")
            }
            #expect(left.contains { $0.range(of: Data("planted-4-".utf8)) != nil })
        }
    }

    @Test func aMigrationThatFailsLeavesNothing() async throws {
        try await withTemporaryDirectory { directory async throws in
            let path = directory + "/db"
            let broken = Migration(name: "0002_broken", sql: #"INSERT INTO "row" ("id") VALUES (7); SELECT nonsense"#)
            #expect(throws: SQLiteError.self) {
                try GroupCommitWriter(path: path, migrations: Self.schema + [broken], options: .fast)
            }
            let writer = try GroupCommitWriter(path: path, migrations: Self.schema, options: .fast)
            #expect(try await rows(writer) == [])
            await writer.close()
        }
    }

    @Test(arguments: [
        (SQLITE_FULL, FailureSeverity.untilThereIsRoom), (SQLITE_IOERR | 19 << 8, .untilThereIsRoom),
        (SQLITE_READONLY, .stopsWriting), (SQLITE_IOERR | 4 << 8, .fatal), (SQLITE_IOERR | 3 << 8, .fatal),
        (SQLITE_CORRUPT, .fatal), (SQLITE_NOTADB, .fatal), (SQLITE_BUSY, .passing), (SQLITE_NOMEM, .passing),
        (SQLITE_IOERR | 12 << 8, .passing), (SQLITE_CONSTRAINT | 8 << 8, .passing),
    ])
    func eachFailureHasItsConsequence(_ code: Int32, _ severity: FailureSeverity) {
        #expect(FailureSeverity(of: SQLiteError(code: code)) == severity)
    }
}

/// Counts the commits of a connection that change something.
private final class Commits: Sendable {
    private let counted = Atomic(0)

    var number: Int { counted.load(ordering: .acquiring) }

    /// From now on; whoever counts lives as long as the connection works.
    func count(on connection: SQLiteConnection) {
        _ = sqlite3_commit_hook(
            connection.handle,
            { context in
                guard let context else { return 0 }
                Unmanaged<Commits>.fromOpaque(context).takeUnretainedValue().counted.add(
                    1,
                    ordering: .acquiringAndReleasing
                )
                return 0
            },
            Unmanaged.passUnretained(self).toOpaque()
        )
    }

    func end(on connection: SQLiteConnection) { _ = sqlite3_commit_hook(connection.handle, nil, nil) }
}
