import CSQLite
import Foundation
import SQLPort
import Testing

@testable import SQLiteWriter

/// How SQLite's own interface is used, where a mistake would not show in the stored rows.
@Suite struct SQLiteConnectionTests {
    private func connection() throws -> SQLiteConnection {
        let connection = try SQLiteConnection(path: ":memory:", .readingAndWriting)
        try connection.execute(
            sql: """
                CREATE TABLE "box" ("id" INTEGER NOT NULL PRIMARY KEY, "text" TEXT, "bytes" BLOB, "share" REAL) STRICT;
                -- A text of several statements may end in a comment.
                CREATE TABLE "lid" ("box" INTEGER NOT NULL REFERENCES "box" ("id"), UNIQUE ("box")) STRICT;
                """
        )
        return connection
    }

    private func error(_ body: () throws -> Void) -> SQLiteError? {
        do { try body() } catch { return error as? SQLiteError }
        return nil
    }

    @Test(arguments: ["", "a", "a\u{0}b", "ação 💳", String(repeating: "x", count: 100_000)])
    func aTextComesBackAsItWasGiven(_ text: String) throws {
        let statement = try connection().prepare("SELECT ?1, length(CAST(?1 AS BLOB)), typeof(?1)")
        try statement.bind(text, at: 1)
        #expect(try statement.step())
        #expect(statement.kind(at: 0) == .text)
        #expect(try statement.text(at: 0) == text)
        #expect(statement.integer(at: 1) == text.utf8.count)
        #expect(try statement.text(at: 2) == "text")
    }

    @Test(arguments: [[], [0], [0, 255, 7], [UInt8](repeating: 1, count: 100_000)])
    func bytesComeBackAsTheyWereGiven(_ bytes: [UInt8]) throws {
        let statement = try connection().prepare("SELECT ?1, typeof(?1)")
        try statement.bind(bytes, at: 1)
        #expect(try statement.step())
        #expect(try statement.bytes(at: 0) == bytes)
        #expect(try statement.text(at: 1) == "blob")
    }

    @Test func numbersAndNothingComeBackAsTheyWereGiven() throws {
        let statement = try connection().prepare("SELECT ?1, ?2, ?3, ?4")
        try statement.bind(Int64.min, at: 1)
        try statement.bind(Int64.max, at: 2)
        try statement.bind(0.25, at: 3)
        try statement.bindNull(at: 4)
        #expect(try statement.step())
        #expect(statement.integer(at: 0) == .min)
        #expect(statement.integer(at: 1) == .max)
        #expect(statement.kind(at: 2) == .fraction)
        #expect(statement.fraction(at: 2) == 0.25)
        #expect(statement.kind(at: 3) == .null)
        #expect(try !statement.step())
    }

    /// SQLite copies a bound value: the caller's memory is gone by the time of the step.
    @Test func whatWasBoundOutlivesTheCallersValue() throws {
        let statement = try connection().prepare("SELECT ?1, ?2")
        for number in 0..<100 {
            try statement.bind("text \(number) that does not fit into the string itself", at: 1)
            try statement.bind([UInt8](repeating: UInt8(number), count: 64), at: 2)
            #expect(try statement.step())
            #expect(try statement.text(at: 0) == "text \(number) that does not fit into the string itself")
            #expect(try statement.bytes(at: 1) == [UInt8](repeating: UInt8(number), count: 64))
            statement.reset()
        }
    }

    @Test func aStatementThatWasResetForgetsWhatWasBound() throws {
        let statement = try connection().prepare("SELECT ?1")
        try statement.bind(Int64(7), at: 1)
        #expect(try statement.step())
        statement.reset()
        #expect(try statement.step())
        #expect(statement.kind(at: 0) == .null)
    }

    @Test func eachTextIsPreparedOnce() throws {
        let connection = try connection()
        #expect(try connection.statement("SELECT 1") === connection.statement("SELECT 1"))
        #expect(try connection.prepare("SELECT 1") !== connection.prepare("SELECT 1"))
    }

    /// A statement that is left in the middle of its rows would hold the transaction's snapshot of the file.
    @Test func aStatementIsResetWhenNobodyReadsOn() throws {
        let connection = try connection()
        try connection.run(#"INSERT INTO "box" ("id") VALUES (1), (2), (3)"#, [])
        func isRunning() -> Bool {
            var statement = sqlite3_next_stmt(connection.handle, nil)
            while let one = statement {
                if sqlite3_stmt_busy(one) != 0 { return true }
                statement = sqlite3_next_stmt(connection.handle, one)
            }
            return false
        }
        let first = try connection.statement(#"SELECT "id" FROM "box""#)
        #expect(try first.step())
        #expect(isRunning())
        first.reset()
        #expect(!isRunning())
        _ = try connection.row(#"SELECT "id" FROM "box""#, [])
        #expect(!isRunning())
    }

    /// SQLite refuses to bind values to a statement that failed and was not reset.
    @Test func aStatementThatFailedRunsAgain() throws {
        let connection = try connection()
        let insert = #"INSERT INTO "box" ("id") VALUES (?1)"#
        try connection.run(insert, [1])
        #expect(error { try connection.run(insert, [1]) }?.primaryCode == SQLITE_CONSTRAINT)
        try connection.run(insert, [2])
        let size = #"SELECT abs(?1) FROM "box""#
        #expect(throws: SQLiteError.self) { try connection.rows(size, [Int.min]) }
        #expect(try connection.rows(size, [1]).count == 2)
        #expect(try connection.numbers(#"SELECT "id" FROM "box""#) == [1, 2])
    }

    /// Otherwise the inner question would begin the outer one's rows anew, without its values.
    @Test func aTextThatIsAskedWhileItsRowsAreReadIsAskedBeside() throws {
        let connection = try connection()
        try connection.run(#"INSERT INTO "box" ("id") VALUES (1), (2), (3)"#, [])
        let text = #"SELECT "id" FROM "box" WHERE "id" > ?1"#
        let outer = try connection.statement(text)
        try outer.bind(Int64(0), at: 1)
        var seen: [Int64] = []
        while try outer.step() {
            seen.append(outer.integer(at: 0))
            #expect(try connection.rows(text, [1]).count == 2)
        }
        outer.reset()
        #expect(seen == [1, 2, 3])
        #expect(try connection.statement(text) === outer)
    }

    @Test func anErrorHasTheExtendedCodeAndNoValue() throws {
        let connection = try connection()
        try connection.run(#"INSERT INTO "box" ("id", "text") VALUES (?1, ?2)"#, [1, "52998224725"])
        let duplicate = error {
            try connection.run(#"INSERT INTO "box" ("id", "text") VALUES (?1, ?2)"#, [1, "52998224725"])
        }
        #expect(duplicate?.code == SQLITE_CONSTRAINT | 6 << 8)
        #expect(duplicate?.primaryCode == SQLITE_CONSTRAINT)
        #expect(duplicate?.description == "SQLite error 1555: UNIQUE constraint failed: box.id")
        let orphan = error { try connection.run(#"INSERT INTO "lid" VALUES (?1)"#, [4_711]) }
        #expect(orphan?.code == SQLITE_CONSTRAINT | 3 << 8)
        #expect(orphan?.description.contains("4711") == false)
        let wrong = error { try connection.run(#"INSERT INTO "box" ("id") VALUES (?1)"#, ["52998224725x"]) }
        #expect(wrong?.primaryCode == SQLITE_MISMATCH || wrong?.primaryCode == SQLITE_CONSTRAINT)
        #expect(wrong?.description.contains("52998224725") == false)
    }

    @Test(arguments: [[], ["a"], ["a", "b", "c"]]) func everyParameterHasItsValue(_ values: [String]) throws {
        let connection = try connection()
        #expect(throws: (any Error).self) { try connection.rows("SELECT ?1, ?2", SQLArguments(values)) }
        #expect(try connection.rows("SELECT ?1, ?2", ["a", "b"]).count == 1)
    }

    @Test(arguments: [
        "", "  -- nothing", "SELEC 1", "SELECT \"nobody\"", "SELECT 'open", "SELECT 1; SELECT 2", "SELECT 1; SELEC",
    ])
    func aTextThatIsNoStatementIsAnError(_ sql: String) throws {
        let connection = try connection()
        #expect(throws: SQLiteError.self) { try connection.prepare(sql) }
        #expect(throws: SQLiteError.self) { try connection.run(sql, []) }
    }

    @Test(arguments: ["SELECT 1;", "SELECT 1 ; -- that was all", "-- first\nSELECT 1"])
    func spaceAndCommentsMayStandAroundAStatement(_ sql: String) throws {
        #expect(try connection().numbers(sql) == [1])
    }

    @Test func theFirstStatementThatFailsEndsAText() throws {
        let connection = try connection()
        #expect(throws: SQLiteError.self) {
            try connection.execute(
                sql: #"INSERT INTO "box" ("id") VALUES (1); SELEC; INSERT INTO "box" ("id") VALUES (2)"#
            )
        }
        #expect(try connection.numbers(#"SELECT "id" FROM "box""#) == [1])
    }

    @Test func aFileThatIsMissingIsNotMadeForAReader() async throws {
        try await withTemporaryDirectory { directory async throws in
            let path = directory + "/db"
            let failed = error { _ = try SQLiteConnection(path: path, .reading) }
            #expect(failed?.primaryCode == SQLITE_CANTOPEN)
            #expect(!FileManager.default.fileExists(atPath: path))
            try SQLiteConnection(path: path, .readingAndWriting).execute(sql: "CREATE TABLE t (a)")
            let reader = try SQLiteConnection(path: path, .reading)
            #expect(error { try reader.execute(sql: "DROP TABLE t") }?.primaryCode == SQLITE_READONLY)
        }
    }

    @Test func closingTwiceIsNoMistakeAndAStatementMayOutliveTheConnection() throws {
        let connection = try connection()
        let statement = try connection.prepare("SELECT 7")
        connection.close()
        connection.close()
        #expect(try statement.step())
        #expect(statement.integer(at: 0) == 7)
    }

    @Test func aClosedConnectionRefusesAndTrapsNothing() throws {
        let connection = try connection()
        connection.close()
        #expect(error { try connection.run("SELECT 1", []) }?.primaryCode == SQLITE_MISUSE)
        #expect(error { try connection.execute(sql: "SELECT 1") }?.primaryCode == SQLITE_MISUSE)
        #expect(connection.changesCount == 0)
        #expect(!connection.isInsideTransaction)
    }
}
