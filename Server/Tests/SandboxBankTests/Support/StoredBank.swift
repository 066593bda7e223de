import ChaveBase
import PostgresClient
import SQLPort

@testable import SandboxBank

/// What a test asks of the bank's tables or does to them behind the bank's back.
///
/// This file names the bank's tables and columns, so that a change of their layout changes no test; `TableComparisonTests`
/// names what it compares.
enum StoredBank {
    /// Rows that a test counts.
    enum Table: String {
        case notifications = "notification"
        case enrollments = "enrollment"
        case holderSessions = "holder_session"
        case authorizationRequests = "authorization_request"
        case pageSessions = "page_session"
        case keys = "idempotency"
        case messages = "seen_message"
    }

    static func counting(_ table: Table) -> String { #"SELECT COUNT(*) FROM "\#(table.rawValue)""# }

    /// The objects of a bank, each as a text of its id and status; entries of the ledger with their movement.
    static let objects = [
        #"SELECT "id" || ' ' || "status" FROM "enrollment" ORDER BY "id""#,
        #"SELECT "id" || ' ' || "status" FROM "consent" ORDER BY "id""#,
        #"SELECT "id" || ' ' || "status" FROM "payment" ORDER BY "id""#,
        #"SELECT "movement" FROM "ledger_entry" ORDER BY "movement""#,
    ]

    // MARK: In a turn

    /// Adds a notice of a payment.
    static func addNotice(of payment: String, in database: any SQLDatabase) throws {
        try database.run(
            """
            INSERT INTO "notification" ("ispb", "client", "kind", "object", "made_at") VALUES (?1, ?2, ?3, ?4, ?5)
            """,
            ["1", "chave", "payment", payment, 0]
        )
    }

    /// Adds an entry of a movement that is not there: a rule of the tables stands against it as late as at the commit.
    static func addEntryOfNoMovement(in database: any SQLDatabase) throws {
        try database.run(
            #"INSERT INTO "ledger_entry" ("movement", "account", "amount", "made_at") VALUES (?1, ?2, ?3, ?4)"#,
            ["x", 1, 0, 0]
        )
    }

    /// Adds somebody who is signed in to the page of an approval.
    static func addPageSession(until end: Int64, in database: any SQLDatabase) throws {
        try database.run(
            #"INSERT INTO "page_session" ("digest", "ticket", "cpf", "expires_at") VALUES (?1, ?2, ?3, ?4)"#,
            [[1].blob, [2].blob, "1", end]
        )
    }

    /// Has every row of a table that ends by itself end at the beginning of time.
    static func end(_ table: Table, in database: any SQLDatabase) throws {
        let column =
            switch table {
            case .keys, .notifications, .messages: "made_at"
            case .holderSessions, .authorizationRequests, .pageSessions: "expires_at"
            case .enrollments: "deadline"
            }
        try database.run(#"UPDATE "\#(table.rawValue)" SET "\#(column)" = 0"#, [])
    }

    /// Has so much of every claim's time passed.
    static func ageClaims(byMicroseconds age: Int64, in database: any SQLDatabase) throws {
        try database.run(#"UPDATE "notification" SET "claimed_until" = "claimed_until" - ?1"#, [age])
    }

    // MARK: In PostgreSQL alone

    /// The key of an institution, in an empty bank.
    static func planting(_ key: String, of ispb: String) -> PostgresStatement {
        PostgresStatement(
            #"INSERT INTO "bank"."institution_key" ("ispb", "pem") VALUES ($1, $2)"#,
            [.text(ispb), .text(key)]
        )
    }

    /// What no other role may do at the bank.
    static let intrusions = [
        #"SELECT "pem" FROM "bank"."institution_key""#, #"UPDATE "bank"."account" SET "balance" = 0"#,
    ]

    /// What the bank's role may not do at the platform.
    static let excursions = [
        #"SELECT "body" FROM "signin"."record""#, #"DELETE FROM "signin"."record_index""#,
        #"SELECT "name" FROM "signin"."schema_migration""#,
    ]
}
