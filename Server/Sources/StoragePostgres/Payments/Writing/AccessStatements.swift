import ChavePixModel
import PaymentsCore
import PostgresClient
import StoredForms

extension Organisation {
    func replacement() throws -> PostgresStatement {
        PostgresStatement(
            """
            INSERT INTO "payments"."organisation" ("id", "body") VALUES ($1, $2)
            ON CONFLICT ("id") DO UPDATE SET "body" = excluded."body"
            """,
            [id.bound, try RecordText.encode(self)]
        )
    }
}

extension APIKey {
    /// Locks the organisation's row until the commit: two writers that count or look at the same moment would both be let
    /// through.
    private static func turn(of organisation: OrganisationID) -> PostgresStatement {
        PostgresStatement(
            #"SELECT 1 FROM "payments"."organisation" WHERE "id" = $1 FOR NO KEY UPDATE"#,
            [organisation.bound]
        )
    }

    func insertions() throws -> [PostgresStatement] {
        let room = PostgresStatement(
            """
            SELECT 1 / (CASE WHEN COUNT(*) < $2 THEN 1 ELSE 0 END) FROM "payments"."api_key"
            WHERE "organisation" = $1 AND "revoked_at" IS NULL
            """,
            [organisation.bound, Int64(APIKey.largestCount).bound]
        )
        let row = PostgresStatement(
            """
            INSERT INTO "payments"."api_key" ("organisation", "id", "revoked_at", "body") VALUES ($1, $2, NULL, $3)
            """,
            [organisation.bound, id.bound, try RecordText.encode(self)]
        )
        return [APIKey.turn(of: organisation), room, row]
    }

    private static let revoking = PostgresStatement.guarding(
        """
        UPDATE "payments"."api_key" SET "revoked_at" = $3, "body" = $4
        WHERE "organisation" = $1 AND "id" = $2 AND "revoked_at" IS NULL
        """
    )

    func revocation() throws -> PostgresStatement {
        PostgresStatement(
            APIKey.revoking,
            [organisation.bound, id.bound, revokedAt.bound, try RecordText.encode(self)]
        )
    }

    private static let living = PostgresStatement.holding(
        """
        SELECT 1 FROM "payments"."api_key" WHERE "organisation" = $1 AND "id" = $2 AND "revoked_at" IS NULL
        """
    )

    static func isLive(_ id: APIKeyID, of organisation: OrganisationID) -> [PostgresStatement] {
        [turn(of: organisation), PostgresStatement(living, [organisation.bound, id.bound])]
    }
}

extension TokenFamily {
    func insertion() throws -> PostgresStatement {
        PostgresStatement(
            """
            INSERT INTO "payments"."token_family" (
                "organisation", "id", "refresh_id", "is_revoked", "expires_at", "body"
            ) VALUES ($1, $2, $3, $4, $5, $6)
            """,
            [
                organisation.bound, id.bound, current.refreshID.bound, isRevoked.bound, expiresAt.bound,
                try RecordText.encode(self),
            ]
        )
    }

    private static let updating = PostgresStatement.guarding(
        """
        UPDATE "payments"."token_family" SET "refresh_id" = $4, "is_revoked" = $5, "body" = $6
        WHERE "organisation" = $1 AND "id" = $2 AND "refresh_id" = $3 AND "is_revoked" = 0
        """
    )

    func update(expectedRefreshID: String) throws -> PostgresStatement {
        PostgresStatement(
            Self.updating,
            [
                organisation.bound, id.bound, expectedRefreshID.bound, current.refreshID.bound, isRevoked.bound,
                try RecordText.encode(self),
            ]
        )
    }
}
