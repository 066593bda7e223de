import ChaveBase
import SQLPort
import SQLiteWriter
import Testing

/// What is read of a row is what was written, and what was not written is an error that names its place.
@Suite struct ColumnReaderTests {
    private enum Word: String { case yes }

    private func row(_ select: String, _ arguments: SQLArguments = []) throws -> SQLRow {
        try #require(try SQLiteConnection(path: ":memory:", .readingAndWriting).row(select, arguments))
    }

    @Test func whatWasBoundComesBack() throws {
        let arguments: SQLArguments = ["a\u{0}b", nil, 7, nil, true, [1, 2].blob, nil, "yes", 1_000]
        let row = try row("SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9", arguments)
        var columns = ColumnReader(row, table: "t")
        #expect(try columns.text() == "a\u{0}b")
        #expect(try columns.optionalText() == nil)
        #expect(try columns.integer() == 7)
        #expect(try columns.optionalInteger() == nil)
        #expect(try columns.integer() == 1)
        #expect(try columns.bytes() == [1, 2])
        #expect(try columns.optionalBytes() == nil)
        #expect(try columns.word(as: Word.self) == .yes)
        #expect(try columns.time() == Timestamp(microseconds: 1_000))
        #expect(throws: SQLFault(table: "t", column: "10")) { try columns.text() }
    }

    @Test(arguments: ["1", "NULL", "x'00'", "1.5"]) func whatIsNoTextIsAFault(_ value: String) throws {
        var columns = ColumnReader(try row("SELECT \(value)"), table: "t")
        #expect(throws: SQLFault(table: "t", column: "1")) { try columns.text() }
    }

    @Test(arguments: ["'1'", "NULL", "x'00'", "1.5"]) func whatIsNoNumberIsAFault(_ value: String) throws {
        var columns = ColumnReader(try row("SELECT \(value)"), table: "t")
        #expect(throws: SQLFault(table: "t", column: "1")) { try columns.integer() }
    }

    @Test(arguments: ["'1'", "NULL", "1", "1.5"]) func whatAreNoBytesIsAFault(_ value: String) throws {
        var columns = ColumnReader(try row("SELECT \(value)"), table: "t")
        #expect(throws: SQLFault(table: "t", column: "1")) { try columns.bytes() }
    }

    @Test func aWordThatNobodyKnowsIsAFault() throws {
        var columns = ColumnReader(try row("SELECT 'no'"), table: "t")
        #expect(throws: SQLFault(table: "t", column: "1")) { try columns.word(as: Word.self) }
    }

    @Test func aChangeSaysHowManyRowsItChanged() throws {
        let database = try SQLiteConnection(path: ":memory:", .readingAndWriting)
        try database.run(#"CREATE TABLE "t" ("a" INTEGER NOT NULL)"#, [])
        for number in 1...3 { try database.run(#"INSERT INTO "t" VALUES (?1)"#, [number]) }
        #expect(try database.count(changedBy: #"UPDATE "t" SET "a" = 0 WHERE "a" > ?1"#, [1]) == 2)
        #expect(try database.count(changedBy: #"DELETE FROM "t" WHERE "a" > ?1"#, [1]) == 0)
        #expect(try database.damage() == [])
    }
}
