public import SQLPort

/// What can be asked of a store's tables in either database, each in its own words: the answers are the same where the tables are.
///
/// The text that both were made from stands once, but what it means is each database's; the table of steps is nobody's.
public enum SchemaQuestion: CaseIterable, Sendable {
    case columns, uniqueKeys, foreignKeys, indexes, steps

    /// The answers of a store in PostgreSQL, whose schema has the name `schema`, or of one in a file, where that is `nil`.
    public func answers(of store: some TurnStore, schema: String?) async throws -> Set<String> {
        let question = schema.map(inPostgres) ?? inFiles
        return try await store.snapshot { database in
            Set(
                try database.rows(question, []).map { row in
                    var columns = ColumnReader(row, table: "schema")
                    return try columns.text()
                }
            )
        }
    }

    private static let stepsTaken = #"SELECT "position" || ' ' || "name" FROM "schema_migration""#

    private var inFiles: String {
        let tables = """
            (SELECT name FROM sqlite_schema
             WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'schema_migration')
            """
        return switch self {
        case .columns:
            """
            SELECT t.name || '.' || c.name || ' ' || c.type || CASE WHEN c."notnull" = 0 THEN ' may be null' ELSE '' END
            FROM \(tables) t JOIN pragma_table_info(t.name) c
            """
        case .uniqueKeys:
            """
            SELECT t.name || ': ' || (SELECT group_concat(i.name, ', ') FROM
                (SELECT name FROM pragma_index_info(l.name) ORDER BY seqno) i)
            FROM \(tables) t JOIN pragma_index_list(t.name) l WHERE l."unique" = 1
            UNION SELECT t.name || ': ' || c.name
            FROM \(tables) t JOIN pragma_table_info(t.name) c WHERE c.pk = 1 AND c.type = 'INTEGER'
            """
        case .foreignKeys:
            """
            SELECT k.here || ': ' || group_concat(k."from" || ' = ' || k."table" || '.' || k."to", ', ')
            FROM (SELECT t.name AS here, f.* FROM \(tables) t JOIN pragma_foreign_key_list(t.name) f
                  ORDER BY t.name, f.id, f.seq) k
            GROUP BY k.here, k.id
            """
        case .indexes: "SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL"
        case .steps: Self.stepsTaken
        }
    }

    private func inPostgres(_ schema: String) -> String {
        switch self {
        case .columns:
            """
            SELECT table_name || '.' || column_name || ' '
                || CASE data_type WHEN 'bigint' THEN 'INTEGER' WHEN 'bytea' THEN 'BLOB' WHEN 'uuid' THEN 'BLOB'
                    ELSE upper(data_type) END
                || CASE WHEN is_nullable = 'YES' THEN ' may be null' ELSE '' END
            FROM information_schema.columns
            WHERE table_schema = '\(schema)' AND table_name <> 'schema_migration'
            """
        case .uniqueKeys:
            """
            SELECT t.relname || ': ' || string_agg(a.attname, ', ' ORDER BY k.place)
            FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid JOIN pg_namespace n ON n.oid = t.relnamespace
                CROSS JOIN LATERAL unnest(i.indkey::int2[]) WITH ORDINALITY AS k(number, place)
                JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.number
            WHERE n.nspname = '\(schema)' AND i.indisunique AND t.relname <> 'schema_migration'
            GROUP BY t.relname, i.indexrelid
            """
        case .foreignKeys:
            """
            SELECT t.relname || ': '
                || string_agg(a.attname || ' = ' || o.relname || '.' || b.attname, ', ' ORDER BY k.place)
            FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid JOIN pg_class o ON o.oid = c.confrelid
                JOIN pg_namespace n ON n.oid = t.relnamespace
                CROSS JOIN LATERAL unnest(c.conkey, c.confkey) WITH ORDINALITY AS k(here, there, place)
                JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k.here
                JOIN pg_attribute b ON b.attrelid = c.confrelid AND b.attnum = k.there
            WHERE n.nspname = '\(schema)' AND c.contype = 'f'
            GROUP BY t.relname, c.oid
            """
        case .indexes:
            """
            SELECT c.relname::text FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
                JOIN pg_namespace n ON n.oid = c.relnamespace
            WHERE n.nspname = '\(schema)' AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = i.indexrelid)
            """
        case .steps: Self.stepsTaken
        }
    }
}
