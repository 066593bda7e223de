public import PostgresClient

/// What a PostgreSQL says of itself and of the role that asks, as far as it matters to who runs a server over it.
public struct PostgresFacts: Hashable, Sendable {
    /// Such as 150003: the major version, and four digits.
    public var version: Int64
    public var isStandby: Bool
    public var isReadOnly: Bool
    public var keepsCommits: Bool
    /// How many connections this role may have at a time, without those that are kept for the superuser.
    public var connectionsAllowed: Int64
    /// The database's clock, in microseconds.
    public var clock: Int64
    public var role: String
    /// Whether the role may make schemas, and so bring an older database up to date.
    public var mayMakeSchemas: Bool

    /// The oldest major version that the suites run on.
    public static let oldestVersion: Int64 = 15

    /// - Throws: `PostgresError`, also where the answer cannot be read.
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

    /// The tables of a store on which the role may not do everything that a server does, with the schema in front; those of
    /// a schema that it may not look into at all are not among them, but the schema is.
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

/// The statements over the server's own tables, in full.
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

    /// The superuser and the owner have every right without being given one.
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
