import SQLPort

/// The tables of the sandbox's cards.
///
/// Times are microseconds. Only a card's reference links the issuer's tables (`card_holder`, `card`) and the networks'
/// tables (`token`, `network_operation`).
enum CardsSchema {
    static let all = StoreSchema(
        name: "cards",
        steps: [StoreSchema.Step(name: "0001_cards", statements: cards)],
        lockNumber: 0x6368_6176_6563
    )

    static let tables = ["card_holder", "card", "token", "network_operation"]

    private static let cards = [
        """
        CREATE TABLE "card_holder" (
            "tenant" TEXT NOT NULL,
            "user" TEXT NOT NULL,
            "display_name" TEXT,
            PRIMARY KEY ("tenant", "user")
        ) WITHOUT ROWID
        """,
        """
        CREATE TABLE "card" (
            "position" INTEGER NOT NULL PRIMARY KEY,
            "pan_reference" TEXT NOT NULL UNIQUE,
            "tenant" TEXT NOT NULL,
            "user" TEXT NOT NULL,
            "network" TEXT NOT NULL,
            "name" TEXT NOT NULL,
            "last_four" TEXT NOT NULL,
            "is_blocked" INTEGER NOT NULL DEFAULT 0,
            "issued_at" INTEGER NOT NULL,
            UNIQUE ("tenant", "user", "network"),
            FOREIGN KEY ("tenant", "user") REFERENCES "card_holder" ("tenant", "user")
        )
        """,
        """
        CREATE TABLE "token" (
            "position" INTEGER NOT NULL PRIMARY KEY,
            "id" TEXT NOT NULL UNIQUE,
            "network" TEXT NOT NULL,
            "requestor" TEXT NOT NULL,
            "pan_reference" TEXT NOT NULL REFERENCES "card" ("pan_reference"),
            "wallet_account" TEXT NOT NULL,
            "device" TEXT NOT NULL,
            "device_index" INTEGER,
            "device_name" TEXT NOT NULL,
            "temper" TEXT NOT NULL,
            "approvals_asked" INTEGER NOT NULL DEFAULT 0,
            "state" TEXT NOT NULL,
            "step_up_opened_at" INTEGER,
            "added_at" INTEGER NOT NULL,
            "changed_at" INTEGER NOT NULL
        )
        """,
        #"CREATE INDEX "token_of_card" ON "token" ("pan_reference")"#,
        #"CREATE INDEX "token_of_wallet_account" ON "token" ("wallet_account")"#,
        """
        CREATE TABLE "network_operation" (
            "network" TEXT NOT NULL,
            "id" TEXT NOT NULL,
            "token" TEXT NOT NULL REFERENCES "token" ("id"),
            "content" TEXT NOT NULL,
            "refusal" TEXT,
            "made_at" INTEGER NOT NULL,
            PRIMARY KEY ("network", "id")
        ) WITHOUT ROWID
        """,
    ]
}
