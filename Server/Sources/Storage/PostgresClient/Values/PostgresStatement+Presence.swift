extension PostgresStatement {
    /// Whether a schema is there: one row with a truth value.
    ///
    /// Read from the catalogue's rows, as what is committed now has them. `to_regnamespace` may answer with what its session
    /// knew before it waited for the lock under which another one makes tables.
    public static func presence(ofSchema name: String) -> PostgresStatement {
        PostgresStatement(
            #"SELECT EXISTS (SELECT 1 FROM "pg_catalog"."pg_namespace" WHERE "nspname" = $1)"#,
            [.text(name)]
        )
    }

    /// Whether a table is there, in the same way.
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
