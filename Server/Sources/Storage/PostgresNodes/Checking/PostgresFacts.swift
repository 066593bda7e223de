public import PostgresClient

/// The facts about a PostgreSQL server and its role that matter to the operator of a server.
public struct PostgresFacts: Hashable, Sendable {
    /// The version number, such as 150003: the major version, and four digits.
    public var version: Int64
    public var isStandby: Bool
    public var isReadOnly: Bool
    public var keepsCommits: Bool
    /// The maximum number of simultaneous connections of this role, without those reserved for the superuser.
    public var connectionsAllowed: Int64
    /// The database's clock, in microseconds.
    public var clock: Int64
    public var role: String
    /// Whether the role may create schemas, and so migrate an older database.
    public var mayMakeSchemas: Bool

    /// The oldest major version that the test suites run on.
    public static let oldestVersion: Int64 = 15

    /// - Throws: `PostgresError`, also when the answer is unreadable.
    public init(over pool: PostgresPool) async throws(PostgresError) {
        let statement = PostgresStatement(FactStatement.facts)
        let rows = try await pool.run(PostgresBatch(.reads, [statement])).first?.rows ?? []
        var columns = PostgresColumns(rows.first ?? [])
        version = try columns.integer()
        isStandby = try columns.boolean()
        isReadOnly = try columns.boolean()
        keepsCommits = try columns.boolean()
        connectionsAllowed = try columns.integer()
        clock = try columns.integer()
        role = try columns.text()
        mayMakeSchemas = try columns.boolean()
    }

    /// The tables, with their schema, on which the role lacks a right that a server needs.
    ///
    /// When the role may not use a schema at all, the list has that schema instead of its tables.
    public static func closedTables(
        of schemas: [String],
        over pool: PostgresPool
    ) async throws(PostgresError) -> [String] {
        var closed: [String] = []
        for schema in schemas {
            let statement = PostgresStatement(FactStatement.closed, [.text(schema)])
            for row in try await pool.run(PostgresBatch(.reads, [statement])).first?.rows ?? [] {
                var columns = PostgresColumns(row)
                closed.append(try columns.text())
            }
        }
        return closed
    }
}

/// The complete statements about the server's own tables.
enum FactStatement {
    static let facts = """
        SELECT current_setting('server_version_num')::bigint,
            pg_is_in_recovery(),
            current_setting('transaction_read_only') = 'on',
            current_setting('fsync') = 'on' AND current_setting('synchronous_commit') <> 'off',
            CASE WHEN "r"."rolconnlimit" >= 0 THEN LEAST("r"."rolconnlimit", "m"."count") ELSE "m"."count" END::bigint,
            CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000 AS BIGINT),
            current_user::text,
            has_database_privilege(current_database(), 'CREATE')
        FROM "pg_catalog"."pg_roles" AS "r" CROSS JOIN (
            SELECT current_setting('max_connections')::bigint
                - current_setting('superuser_reserved_connections')::bigint AS "count") AS "m"
        WHERE "r"."rolname" = current_user
        """

    /// The superuser and the owner have every right without a grant.
    static let closed = """
        SELECT 'schema ' || "nspname" FROM "pg_catalog"."pg_namespace"
        WHERE "nspname" = $1 AND NOT has_schema_privilege("oid", 'USAGE')
        UNION ALL
        SELECT "n"."nspname" || '.' || "c"."relname" FROM "pg_catalog"."pg_class" AS "c"
        JOIN "pg_catalog"."pg_namespace" AS "n" ON "n"."oid" = "c"."relnamespace"
        WHERE "n"."nspname" = $1 AND "c"."relkind" IN ('r', 'p') AND "c"."relname" <> 'schema_migration'
            AND has_schema_privilege("n"."oid", 'USAGE') AND NOT (
            has_table_privilege("c"."oid", 'SELECT') AND has_table_privilege("c"."oid", 'INSERT')
            AND has_table_privilege("c"."oid", 'UPDATE') AND has_table_privilege("c"."oid", 'DELETE'))
        ORDER BY 1
        """
}
