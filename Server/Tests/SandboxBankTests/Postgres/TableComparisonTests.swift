import SQLPort
import Testing

@testable import SandboxBank

/// The bank's tables are the same ones in both databases.
@Suite(.inPostgres) struct TableComparisonTests {
    /// The same question in the words of each database.
    enum Question: CaseIterable {
        case columns, uniqueKeys, indexes, steps

        var inFiles: String {
            let tables = """
                sqlite_schema m
                WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' AND m.name <> 'schema_migration'
                """
            return switch self {
            case .columns:
                """
                SELECT t.name || '.' || c.name || CASE WHEN c."notnull" = 0 THEN ' may be null' ELSE '' END
                FROM (SELECT m.name FROM \(tables)) t JOIN pragma_table_info(t.name) c
                """
            case .uniqueKeys:
                """
                SELECT t.name || ': ' || (SELECT group_concat(i.name, ', ') FROM
                    (SELECT name FROM pragma_index_info(l.name) ORDER BY seqno) i)
                FROM (SELECT m.name FROM \(tables)) t JOIN pragma_index_list(t.name) l WHERE l."unique" = 1
                UNION SELECT t.name || ': ' || c.name
                FROM (SELECT m.name FROM \(tables)) t JOIN pragma_table_info(t.name) c
                WHERE c.pk = 1 AND c.type = 'INTEGER'
                """
            case .indexes: "SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL"
            case .steps: #"SELECT "position" || ' ' || "name" FROM "schema_migration""#
            }
        }

        var inPostgres: String {
            switch self {
            case .columns:
                """
                SELECT table_name || '.' || column_name || CASE WHEN is_nullable = 'YES' THEN ' may be null' ELSE '' END
                FROM information_schema.columns
                WHERE table_schema = 'bank' AND table_name <> 'schema_migration'
                """
            case .uniqueKeys:
                """
                SELECT t.relname || ': ' || string_agg(a.attname, ', ' ORDER BY k.place)
                FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid JOIN pg_namespace n ON n.oid = t.relnamespace
                    CROSS JOIN LATERAL unnest(i.indkey::int2[]) WITH ORDINALITY AS k(number, place)
                    JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.number
                WHERE n.nspname = 'bank' AND i.indisunique AND t.relname <> 'schema_migration'
                GROUP BY t.relname, i.indexrelid
                """
            case .indexes:
                """
                SELECT c.relname::text FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
                    JOIN pg_namespace n ON n.oid = c.relnamespace
                WHERE n.nspname = 'bank' AND NOT i.indisunique
                """
            case .steps: #"SELECT "position" || ' ' || "name" FROM "schema_migration""#
            }
        }
    }

    @Test(arguments: Question.allCases)
    func bothDatabasesAnswerTheSame(_ question: Question) async throws {
        let ofPostgres = try await TestBank()
        let ofFiles = try await BankEngine.$current.withValue(.files) { try await TestBank() }
        let expected = try await ofFiles.bank.texts(question.inFiles)
        #expect(expected.count >= (question == .steps ? 1 : 4))
        #expect(try await ofPostgres.bank.texts(question.inPostgres) == expected)
        await ofFiles.remove()
        await ofPostgres.remove()
    }

    /// Even where tables are so small that the server would read them whole.
    @Test func eachListOfAHoldersPageIsReadInTheOrderOfItsIndex() async throws {
        let test = try await TestBank()
        let lists: [(sql: String, arguments: SQLArguments, index: String)] = [
            (HolderLists.openDevices, ["1", "2", nil, 9], "enrollment_open_of_holder"),
            (HolderLists.openDevices, ["1", "2", "3", 9], "enrollment_open_of_holder"),
            (HolderLists.endedDevices, ["1", "2", 9], "enrollment_ended_of_holder"),
            (HolderLists.payments, [1, 9], "payment_of_debtor"),
            (HolderLists.refusals, ["1", "2", 9], "consent_refused_of_holder"),
        ]
        for list in lists {
            let plan = try await test.bank.store.snapshot { database in
                for setting in ["enable_seqscan", "enable_bitmapscan", "enable_sort"] {
                    _ = try database.row("SELECT set_config(?1, 'off', true)", [setting])
                }
                return try database.rows("EXPLAIN (COSTS OFF) \(list.sql)", list.arguments).map { row in
                    var columns = ColumnReader(row, table: "plan")
                    return try columns.text()
                }
            }
            #expect(plan.contains { $0.contains("using \(list.index) on") }, "\(plan)")
            #expect(!plan.contains { $0.contains("Sort") || $0.contains("Seq Scan") }, "\(plan)")
        }
        await test.remove()
    }
}

extension SandboxBank {
    /// The one column of a query.
    fileprivate func texts(_ sql: String) async throws -> Set<String> {
        try await store.snapshot { database in
            Set(
                try database.rows(sql, []).map { row in
                    var columns = ColumnReader(row, table: "schema")
                    return try columns.text()
                }
            )
        }
    }
}
