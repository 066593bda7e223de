import SQLPort

extension SchemaInPostgres.Step {
    /// The files that nodes of one service must share, and the living nodes; a service with one server and a file needs
    /// neither.
    static let nodes = SchemaInPostgres.Step(
        name: "0001_nodes",
        statements: [
            """
            CREATE TABLE "nodes"."shared_file" (
                "name" TEXT COLLATE "C" NOT NULL PRIMARY KEY,
                "digest" BYTEA NOT NULL,
                "next_digest" BYTEA
            )
            """,
            """
            CREATE TABLE "nodes"."node" (
                "id" BIGINT NOT NULL PRIMARY KEY,
                "name" TEXT COLLATE "C" NOT NULL,
                "version" TEXT COLLATE "C" NOT NULL,
                "connections" BIGINT NOT NULL,
                "field_keys" TEXT COLLATE "C" NOT NULL,
                "seen_at" BIGINT NOT NULL
            )
            """,
        ]
    )
}
