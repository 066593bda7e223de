/// One statement with the values of `$1`, `$2` and so on.
///
/// Values are never part of the text. Equal texts share a plan on each connection: write a text once, and do not build
/// it from parts that vary.
public struct PostgresStatement: Hashable, Sendable, CustomStringConvertible {
    /// The maximum number of values that the protocol can count.
    static let mostValues = 65_535

    public var sql: String
    public var values: [PostgresValue]

    public init(_ sql: String, _ values: [PostgresValue] = []) {
        self.sql = sql
        self.values = values
    }

    /// The text alone.
    public var description: String { sql }
}

extension PostgresStatement {
    /// Asks whether a schema exists: one row with a boolean.
    ///
    /// The statement reads the catalogue's rows, which show what is committed now. `to_regnamespace` may answer from
    /// its session's cache. That cache may date from before the session waited for the lock under which another session
    /// creates tables.
    public static func presence(ofSchema name: String) -> PostgresStatement {
        PostgresStatement(
            #"SELECT EXISTS (SELECT 1 FROM "pg_catalog"."pg_namespace" WHERE "nspname" = $1)"#,
            [.text(name)]
        )
    }

    /// Asks whether a table exists, in the same way.
    public static func presence(ofTable name: String, in schema: String) -> PostgresStatement {
        PostgresStatement(
            """
            SELECT EXISTS (
                SELECT 1 FROM "pg_catalog"."pg_class" AS "c"
                JOIN "pg_catalog"."pg_namespace" AS "n" ON "n"."oid" = "c"."relnamespace"
                WHERE "n"."nspname" = $1 AND "c"."relname" = $2
            )
            """,
            [.text(schema), .text(name)]
        )
    }
}
