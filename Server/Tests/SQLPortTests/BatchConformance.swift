import Foundation
import PostgresClient
import PostgresTestSupport
import SQLPort
import SQLiteWriter
import Testing

/// The promises of a batch, in a file and in PostgreSQL.
@Suite(.timeLimit(.minutes(10))) struct BatchConformance {
    enum Kind: CaseIterable, Sendable {
        case file, postgres
    }

    private static let schema = StoreSchema(
        name: "notes",
        steps: [
            StoreSchema.Step(
                name: "0001_notes",
                statements: [
                    #"CREATE TABLE "note" ("id" TEXT NOT NULL PRIMARY KEY, "text" TEXT, "n" INTEGER NOT NULL, "b" BLOB)"#,
                    #"CREATE UNIQUE INDEX "note_n" ON "note" ("n")"#,
                ],
                ofPostgres: [#"CREATE TABLE "own" ("n" BIGINT NOT NULL)"#]
            )
        ],
        lockNumber: 9
    )

    private enum Text {
        static let insert = schema.text(#"INSERT INTO "note" ("id", "text", "n", "b") VALUES (?1, ?2, ?3, ?4)"#)
        static let insertRows = schema.rowsText(#"INSERT INTO "note" ("id", "n") VALUES (?1, ?2)"#)
        static let change = schema.text(#"UPDATE "note" SET "n" = ?2 WHERE "id" = ?1"#, .changesRow)
        static let changeAny = schema.text(#"UPDATE "note" SET "n" = ?2 WHERE "id" = ?1"#)
        static let returning = schema.text(#"DELETE FROM "note" WHERE "n" > ?1 RETURNING "id""#)
        static let require = schema.text(#"SELECT 1 FROM "note" WHERE "id" = ?1"#, .findsRow)
        static let hold = schema.text(#"SELECT 1 FROM "note" WHERE "id" = ?1"#, .holdsRow(.shared))
        static let holdAlone = schema.text(#"SELECT 1 FROM "note" WHERE "id" = ?1"#, .holdsRow(.alone))
        static let requireNone = schema.text(#"SELECT 1 FROM "note" WHERE "id" = ?1"#, .findsNone)
        static let all = schema.text(#"SELECT "id", "text", "n", "b" FROM "note" ORDER BY "n""#)
        static let one = schema.text(#"SELECT "n" FROM "note" WHERE "id" = ?1"#, holding: .alone)
        static let ofPostgres = schema.text(sqlite: nil, postgres: #"INSERT INTO "own" ("n") VALUES (?1)"#)
        static let fenced = schema.text(#"SELECT "id" FROM "note" WHERE EXISTS (SELECT 1 FROM "note" OFFSET 0)"#)
    }

    private func withBatches(_ kind: Kind, _ body: (any BatchStore) async throws -> Void) async throws {
        switch kind {
        case .file:
            let path = FileManager.default.temporaryDirectory.path + "/\(UUID().uuidString).sqlite"
            var options = GroupCommitWriter.Options()
            options.synchronous = .normal
            let batches = try FileBatches(path: path, schema: Self.schema, options: options)
            do {
                try await body(batches)
            } catch {
                await batches.close()
                throw error
            }
            await batches.close()
            for end in ["", "-wal", "-shm", ".lock"] { try? FileManager.default.removeItem(atPath: path + end) }
        case .postgres:
            let pool = PostgresPool(try PostgresSettings(try await SharedServer.database()))
            do {
                try await body(try await PostgresBatches(over: pool, schema: Self.schema, mayMigrate: true))
            } catch {
                await pool.close()
                throw error
            }
            await pool.close()
        }
    }

    private func note(_ id: String, _ n: Int, text: String? = nil, bytes: [UInt8]? = nil) -> SQLStatement {
        SQLStatement(Text.insert, [id, text, n, bytes.map(SQLValue.bytes)])
    }

    private func numbers(_ batches: any BatchStore) async throws -> [SQLValue] {
        try await batches.read([SQLStatement(Text.all)])[0].rows.map { $0.values[2] }
    }

    @Test(arguments: Kind.allCases) func whatIsWrittenIsRead(_ kind: Kind) async throws {
        try await withBatches(kind) { batches async throws in
            let wrote = try await batches.write([
                note("a", 1, text: "x\u{0}y", bytes: [0, 255]), note("b", 2), SQLStatement(Text.ofPostgres, [7]),
                SQLStatement(Text.changeAny, ["b", 3]), SQLStatement(Text.changeAny, ["none", 4]),
            ])
            #expect(wrote.map(\.count).prefix(2) == [1, 1])
            #expect(wrote.map(\.count).suffix(2) == [1, 0])
            let found = try await batches.read([SQLStatement(Text.all), SQLStatement(Text.fenced)])
            #expect(
                found[0].rows.map(\.values) == [
                    [.text("a"), .text("x\u{0}y"), .integer(1), .bytes([0, 255])],
                    [.text("b"), .null, .integer(3), .null],
                ]
            )
            #expect(found[1].rows.count == 2)
            let gone = try await batches.write([SQLStatement(Text.returning, [1])])
            #expect(gone[0].rows.map(\.values) == [[.text("b")]])
            #expect(gone[0].count == 1)
        }
    }

    /// One fault at a time: the demand that is not met names its place, and nothing of the batch stays.
    @Test(arguments: Kind.allCases) func whereADemandIsNotMetNothingIsWritten(_ kind: Kind) async throws {
        try await withBatches(kind) { batches async throws in
            _ = try await batches.write([note("a", 1)])
            let met = [
                SQLStatement(Text.change, ["a", 1]), SQLStatement(Text.require, ["a"]), SQLStatement(Text.hold, ["a"]),
                SQLStatement(Text.holdAlone, ["a"]), SQLStatement(Text.requireNone, ["none"]),
            ]
            #expect(try await batches.write(met).allSatisfy { $0.rows.isEmpty })
            let unmet = [
                SQLStatement(Text.change, ["none", 9]), SQLStatement(Text.require, ["none"]),
                SQLStatement(Text.hold, ["none"]), SQLStatement(Text.holdAlone, ["none"]),
                SQLStatement(Text.requireNone, ["a"]),
            ]
            for statement in unmet {
                let batch = [SQLStatement(Text.ofPostgres, [1]), note("b", 2), statement, note("c", 3)]
                let failure = await #expect(throws: SQLFailure.self) { try await batches.write(batch) }
                guard case .unmet(statement: 2)? = failure else {
                    Issue.record("\(String(describing: failure)) of \(statement.text.sqlite ?? "")")
                    continue
                }
                #expect(try await numbers(batches) == [.integer(1)])
            }
        }
    }

    @Test(arguments: Kind.allCases) func aKeyThatIsTakenIsNamedAlike(_ kind: Kind) async throws {
        try await withBatches(kind) { batches async throws in
            _ = try await batches.write([note("a", 1)])
            for (statement, key) in [(note("a", 2), "note_pkey"), (note("b", 1), "note_n")] {
                let failure = await #expect(throws: SQLFailure.self) {
                    try await batches.write([note("c", 3), statement])
                }
                guard case .taken(let found, statement: 1)? = failure else {
                    Issue.record("\(String(describing: failure))")
                    continue
                }
                #expect(found == key)
            }
            #expect(try await numbers(batches) == [.integer(1)])
        }
    }

    @Test(arguments: Kind.allCases) func whatIsDecidedRestsOnWhatWasAsked(_ kind: Kind) async throws {
        try await withBatches(kind) { batches async throws in
            _ = try await batches.write([note("a", 1)])
            let done = try await batches.write(asking: [SQLStatement(Text.one, ["a"]), note("b", 2)]) { answers in
                guard case .integer(let n)? = answers[0].rows.first?.values.first else { return [] }
                return [SQLStatement(Text.change, ["a", n + 10])]
            }
            #expect(done.asked.count == 2)
            #expect(done.wrote.count == 1)
            #expect(try await numbers(batches) == [.integer(2), .integer(11)])
            // Places count on from the questions.
            let failure = await #expect(throws: SQLFailure.self) {
                try await batches.write(asking: [SQLStatement(Text.one, ["a"]), note("c", 3)]) { _ in
                    [SQLStatement(Text.change, ["none", 9])]
                }
            }
            guard case .unmet(statement: 2)? = failure else {
                Issue.record("\(String(describing: failure))")
                return
            }
            // What throws while it decides writes nothing.
            struct Refusal: Error {}
            await #expect(throws: SQLFailure.self) {
                try await batches.write(asking: [note("d", 4)]) { _ in throw Refusal() }
            }
            #expect(try await numbers(batches) == [.integer(2), .integer(11)])
        }
    }

    @Test(arguments: Kind.allCases) func aSnapshotSeesOneMoment(_ kind: Kind) async throws {
        try await withBatches(kind) { batches async throws in
            let many = 2_500
            _ = try await batches.write((0..<many).map { note("n\($0)", $0) })
            let found = try await batches.snapshot(within: nil) { snapshot in
                var sum = 0
                try snapshot.forEachRow(SQLStatement(Text.all)) { row in
                    // Another question while the rows are read.
                    if sum == 0 { _ = try snapshot.rows(SQLStatement(Text.all)) }
                    sum += 1
                }
                return (sum, try snapshot.damage())
            }
            #expect(found.0 == many)
            #expect(found.1 == [])
        }
    }

    @Test(arguments: Kind.allCases) func rowsAreStoredInTheirOrderHoweverMany(_ kind: Kind) async throws {
        try await withBatches(kind) { batches async throws in
            var (next, sizes): (Int, [Int]) = (0, [])
            for count in 0...9 {
                let rows = (next..<next + count).map { [SQLValue.text("n\($0)"), .integer(Int64($0))] }
                let statements = Text.insertRows.statements(of: rows)
                sizes.append(statements.count)
                #expect(try await batches.write(statements).reduce(0) { $0 + $1.count } == count)
                next += count
            }
            #expect(sizes == [0, 1, 1, 1, 1, 2, 2, 2, 2, 3])
            #expect(try await numbers(batches) == (0..<next).map { .integer(Int64($0)) })
        }
    }

    /// Of those that come together, one that is refused takes nobody with it, and each gets the answers to its own statements.
    @Test(arguments: Kind.allCases) func whoIsInNoHurryIsStoredWhateverBecomesOfOthers(_ kind: Kind) async throws {
        try await withBatches(kind) { batches async throws in
            _ = try await batches.write([note("a", 1)])
            let outcomes = await withTaskGroup(of: (Int, [Int]?, Int?).self) { group in
                for number in 2...20 {
                    group.addTask {
                        let asked = SQLStatement(Text.change, [number == 7 ? "none" : "a", number * 100])
                        do throws(SQLFailure) {
                            let batch = [note("b\(number)", number), asked]
                            let answers = try await batches.writeInNoHurry(
                                batch,
                                locking: number.bound,
                                thenAsking: number == 9 ? nil : SQLStatement(Text.all)
                            )
                            return (number, answers.prefix(2).map(\.count), nil)
                        } catch {
                            guard case .unmet(let place) = error else { return (number, nil, nil) }
                            return (number, nil, place)
                        }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            for (number, counts, refusedAt) in outcomes {
                #expect(counts == (number == 7 ? nil : [1, 1]), "\(number)")
                #expect(refusedAt == (number == 7 ? 1 : nil), "\(number)")
            }
            let stored = try await batches.read([SQLStatement(Text.all)])[0].rows.count
            #expect(stored == 19)
        }
    }

    /// Two statements of a read, in a file: as of one moment, whatever is written meanwhile.
    @Test func aReadOfAFileIsOfOneMoment() async throws {
        try await withBatches(.file) { batches async throws in
            _ = try await batches.write([note("a", 1)])
            async let writing: Void = {
                for number in 2...400 { _ = try await batches.write([SQLStatement(Text.changeAny, ["a", number])]) }
            }()
            for _ in 1...400 {
                let found = try await batches.read([SQLStatement(Text.all), SQLStatement(Text.all)])
                #expect(found[0].rows.map(\.values) == found[1].rows.map(\.values))
            }
            try await writing
        }
    }

    /// A read only asks: neither a demand nor a text of the other database stands in its way.
    @Test(arguments: Kind.allCases) func aBatchOfTheOtherDatabaseAloneIsNoFault(_ kind: Kind) async throws {
        try await withBatches(kind) { batches async throws in
            let ofFile = Self.schema.text(sqlite: #"SELECT COUNT(*) FROM "note""#, postgres: nil)
            let answers = try await batches.read([SQLStatement(ofFile)])
            #expect(answers.count == 1)
            #expect(answers[0].rows.isEmpty == (kind == .postgres))
        }
    }
}
