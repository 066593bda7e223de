import ChavePixModel
import GRDB
import PaymentsCore
import StoredForms

extension Organisation {
    func replacement() throws -> Step {
        Step(
            sql: """
                INSERT INTO "organisation" ("id", "body") VALUES (?1, ?2)
                ON CONFLICT ("id") DO UPDATE SET "body" = excluded."body"
                """,
            arguments: [id.databaseValue, try RecordText.encode(self)]
        )
    }
}

extension APIKey {
    func insertion() throws -> [Step] {
        let room = Step(
            sql: """
                SELECT 1 WHERE ?2 > (
                    SELECT COUNT(*) FROM "api_key" WHERE "organisation" = ?1 AND "revoked_at" IS NULL
                )
                """,
            arguments: [organisation.databaseValue, APIKey.largestCount.databaseValue],
            isQuestion: true
        )
        let row = Step(
            sql: """
                INSERT INTO "api_key" ("organisation", "id", "revoked_at", "body") VALUES (?1, ?2, NULL, ?3)
                """,
            arguments: [organisation.databaseValue, id.databaseValue, try RecordText.encode(self)]
        )
        return [room, row]
    }

    func revocation() throws -> Step {
        Step(
            sql: """
                UPDATE "api_key" SET "revoked_at" = ?3, "body" = ?4
                WHERE "organisation" = ?1 AND "id" = ?2 AND "revoked_at" IS NULL
                """,
            arguments: [
                organisation.databaseValue, id.databaseValue, bound(revokedAt?.databaseValue),
                try RecordText.encode(self),
            ],
            isGuarded: true
        )
    }

    static func isLive(_ id: APIKeyID, of organisation: OrganisationID) -> Step {
        Step(
            sql: #"SELECT 1 FROM "api_key" WHERE "organisation" = ?1 AND "id" = ?2 AND "revoked_at" IS NULL"#,
            arguments: [organisation.databaseValue, id.databaseValue],
            isQuestion: true
        )
    }
}

extension TokenFamily {
    func insertion() throws -> Step {
        Step(
            sql: """
                INSERT INTO "token_family" ("organisation", "id", "refresh_id", "is_revoked", "expires_at", "body")
                VALUES (?1, ?2, ?3, ?4, ?5, ?6)
                """,
            arguments: [
                organisation.databaseValue, id.databaseValue, current.refreshID.databaseValue,
                isRevoked.databaseValue, expiresAt.databaseValue, try RecordText.encode(self),
            ]
        )
    }

    func update(expectedRefreshID: String) throws -> Step {
        Step(
            sql: """
                UPDATE "token_family" SET "refresh_id" = ?4, "is_revoked" = ?5, "body" = ?6
                WHERE "organisation" = ?1 AND "id" = ?2 AND "refresh_id" = ?3 AND "is_revoked" = 0
                """,
            arguments: [
                organisation.databaseValue, id.databaseValue, expectedRefreshID.databaseValue,
                current.refreshID.databaseValue, isRevoked.databaseValue, try RecordText.encode(self),
            ],
            isGuarded: true
        )
    }
}
