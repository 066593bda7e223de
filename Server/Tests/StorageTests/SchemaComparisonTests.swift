import GRDB
import PostgresClient
import PostgresTestSupport
import SQLiteWriter
import SignInCore
import StoragePostgres
import StorageSQLite
import Testing

/// Each store's tables are the same ones in both databases: names, columns, what may be null, and what is unique.
@Suite struct SchemaComparisonTests {
    private struct Table: Hashable {
        /// Each with whether it may be null.
        var columns: [String: Bool] = [:]
        /// Columns of the keys in their order, and whether the key is for some rows alone.
        var uniqueKeys: Set<[String]> = []
    }

    /// PostgreSQL has one table more: what other nodes are told of, where SQLite has one process.
    @Test func theTablesOfSignInAreTheSame() async throws {
        let sqlite = try await sqliteTables("signin.sqlite")
        var postgres = try await postgresTables("signin")
        #expect(postgres.removeValue(forKey: "told_change")?.columns.count == 5)
        #expect(Set(sqlite.keys) == ["record", "record_index"])
        #expect(sqlite == postgres)
    }

    /// PostgreSQL has one table more: what its commits hold, where SQLite has one writer.
    @Test func theTablesOfActivationsAreTheSame() async throws {
        let sqlite = try await sqliteTables("token-activations.sqlite")
        var postgres = try await postgresTables("token_activations")
        #expect(postgres.removeValue(forKey: "held") != nil)
        #expect(sqlite.count == 6)
        for (name, table) in sqlite { #expect(postgres[name] == table, "\(name)") }
        #expect(postgres.count == sqlite.count)
    }

    /// PostgreSQL has more: who holds what is held, the order of audit entries, where SQLite numbers its rows, and what
    /// other nodes are told of.
    @Test func theTablesOfPaymentsAndWebhooksAreTheSame() async throws {
        let sqlite = try await sqliteTables("payments.sqlite")
        var postgres = try await postgresTables("payments")
        for table in ["enrollment", "payment_intent", "customer", "idempotency"] {
            #expect(postgres[table]?.columns.removeValue(forKey: "held_by") == true, "\(table)")
        }
        #expect(postgres["webhook_delivery"]?.columns.removeValue(forKey: "locked_by") == true)
        #expect(postgres["audit_entry"]?.columns.removeValue(forKey: "position") == false)
        #expect(postgres["audit_entry"]?.uniqueKeys.remove(["position"]) != nil)
        #expect(postgres.removeValue(forKey: "told_change")?.columns.count == 4)
        #expect(sqlite.count == 23)
        for (name, table) in sqlite { #expect(postgres[name] == table, "\(name)") }
        #expect(postgres.count == sqlite.count)
    }

    private func sqliteTables(_ file: String) async throws -> [String: Table] {
        var tables: [String: Table] = [:]
        try await withTemporaryDirectory { directory async throws in
            await (try SQLiteRecordStore(directory: directory, options: .fast)).close()
            await (try SQLitePaymentsStore(directory: directory, options: .fast)).close()
            await (try SQLiteTokenActivationStore(directory: directory, options: .fast)).close()
            let queue = try DatabaseQueue(path: directory + "/" + file)
            tables = try await queue.read { database in
                let names = try String.fetchAll(
                    database,
                    sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
                )
                return try names.filter { $0 != "schema_migration" }.reduce(into: [:]) { tables, name in
                    tables[name] = try Self.table(name, in: database)
                }
            }
            try queue.close()
        }
        return tables
    }

    private static func table(_ name: String, in database: Database) throws -> Table {
        var table = Table()
        let columns = try Row.fetchAll(database, sql: "PRAGMA table_info(\(name))")
        for row in columns { table.columns[row["name"]] = (row["notnull"] as Int) == 0 }
        // A key that is the row's own number has no index.
        let key = columns.filter { ($0["pk"] as Int) > 0 }.sorted { ($0["pk"] as Int) < ($1["pk"] as Int) }
        table.uniqueKeys.insert(key.map { $0["name"] })
        for index in try Row.fetchAll(database, sql: "PRAGMA index_list(\(name))") where (index["unique"] as Int) == 1 {
            let columns = try Row.fetchAll(database, sql: "PRAGMA index_info(\(index["name"] as String))")
            let isPartial = (index["partial"] as Int) == 1
            table.uniqueKeys.insert(columns.map { $0["name"] } + (isPartial ? ["for some rows"] : []))
        }
        return table
    }

    private func postgresTables(_ schema: String) async throws -> [String: Table] {
        let pool = PostgresPool(try PostgresSettings(try await SharedServer.database()))
        _ = try await PostgresRecordStore(over: pool)
        _ = try await PostgresTokenActivationStore(over: pool)
        _ = try await PostgresPaymentsStore(over: pool)
        let columns = """
            SELECT table_name::text, column_name::text, (is_nullable = 'YES') FROM information_schema.columns
            WHERE table_schema = $1
            """
        let keys = """
            SELECT t.relname::text, i.indexrelid::bigint, a.attname::text, (i.indpred IS NOT NULL)
            FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid JOIN pg_namespace n ON n.oid = t.relnamespace
                CROSS JOIN LATERAL unnest(i.indkey::int2[]) WITH ORDINALITY AS k(number, place)
                JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.number
            WHERE n.nspname = $1 AND i.indisunique ORDER BY i.indexrelid, k.place
            """
        let answers = try await pool.run(
            PostgresBatch(.reads, [columns, keys].map { PostgresStatement($0, [.text(schema)]) })
        )
        await pool.close()
        var tables: [String: Table] = [:]
        for row in answers[0].rows {
            var reader = PostgresColumns(row)
            let (table, column, isNullable) = (try reader.text(), try reader.text(), try reader.boolean())
            tables[table, default: Table()].columns[column] = isNullable
        }
        var found: [Int64: (table: String, columns: [String], isPartial: Bool)] = [:]
        for row in answers[1].rows {
            var reader = PostgresColumns(row)
            let (table, index) = (try reader.text(), try reader.integer())
            let (column, isPartial) = (try reader.text(), try reader.boolean())
            found[index, default: (table, [], isPartial)].columns.append(column)
        }
        for key in found.values {
            tables[key.table]?.uniqueKeys.insert(key.columns + (key.isPartial ? ["for some rows"] : []))
        }
        return tables
    }
}
