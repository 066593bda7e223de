import PostgresClient
import SQLPort

/// The tables of the sandbox's cards in PostgreSQL.
enum PostgresCardsSchema {
    static let name = "cards"

    /// Held by whoever makes or changes what is at a desk: all of it is one turn, over all nodes.
    static let turn = PostgresStatement("SELECT pg_advisory_xact_lock($1)", [.integer(0x6368_6176_6563)])

    static let all = PostgresSchema(name: name, steps: [cards], lock: turn)

    private static let cards = PostgresSchema.Step(
        name: "0001_cards",
        statements: [
            """
            CREATE TABLE "cards"."card_holder" (
                "tenant" TEXT COLLATE "C" NOT NULL,
                "user" TEXT COLLATE "C" NOT NULL,
                "display_name" TEXT COLLATE "C",
                PRIMARY KEY ("tenant", "user")
            )
            """,
            """
            CREATE TABLE "cards"."card" (
                "position" BIGINT NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
                "pan_reference" TEXT COLLATE "C" NOT NULL UNIQUE,
                "tenant" TEXT COLLATE "C" NOT NULL,
                "user" TEXT COLLATE "C" NOT NULL,
                "network" TEXT COLLATE "C" NOT NULL,
                "name" TEXT COLLATE "C" NOT NULL,
                "last_four" TEXT COLLATE "C" NOT NULL,
                "is_blocked" BIGINT NOT NULL DEFAULT 0,
                "issued_at" BIGINT NOT NULL,
                UNIQUE ("tenant", "user", "network"),
                FOREIGN KEY ("tenant", "user") REFERENCES "cards"."card_holder" ("tenant", "user")
            )
            """,
            """
            CREATE TABLE "cards"."token" (
                "position" BIGINT NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
                "id" TEXT COLLATE "C" NOT NULL UNIQUE,
                "network" TEXT COLLATE "C" NOT NULL,
                "requestor" TEXT COLLATE "C" NOT NULL,
                "pan_reference" TEXT COLLATE "C" NOT NULL REFERENCES "cards"."card" ("pan_reference"),
                "wallet_account" TEXT COLLATE "C" NOT NULL,
                "device" TEXT COLLATE "C" NOT NULL,
                "device_index" BIGINT,
                "device_name" TEXT COLLATE "C" NOT NULL,
                "temper" TEXT COLLATE "C" NOT NULL,
                "approvals_asked" BIGINT NOT NULL DEFAULT 0,
                "state" TEXT COLLATE "C" NOT NULL,
                "step_up_opened_at" BIGINT,
                "added_at" BIGINT NOT NULL,
                "changed_at" BIGINT NOT NULL
            )
            """,
            #"CREATE INDEX "token_of_card" ON "cards"."token" ("pan_reference")"#,
            #"CREATE INDEX "token_of_wallet_account" ON "cards"."token" ("wallet_account")"#,
            """
            CREATE TABLE "cards"."network_operation" (
                "network" TEXT COLLATE "C" NOT NULL,
                "id" TEXT COLLATE "C" NOT NULL,
                "token" TEXT COLLATE "C" NOT NULL REFERENCES "cards"."token" ("id"),
                "content" TEXT COLLATE "C" NOT NULL,
                "refusal" TEXT COLLATE "C",
                "made_at" BIGINT NOT NULL,
                PRIMARY KEY ("network", "id")
            )
            """,
        ]
    )
}

extension PostgresTurns<CardsTurn> {
    convenience init(ofCardsOver pool: PostgresPool) {
        self.init(over: pool, schema: PostgresCardsSchema.name) { _ in [PostgresCardsSchema.turn] }
    }
}
