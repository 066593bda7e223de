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
    func insertion() throws -> PostgresStatement {
        PostgresStatement(
            """
            INSERT INTO "payments"."api_key" ("organisation", "id", "revoked_at", "body") VALUES ($1, $2, $3, $4)
            """,
            [organisation.bound, id.bound, revokedAt.bound, try RecordText.encode(self)]
        )
    }

    private static let revoking = PostgresStatement.guarding(
        """
        UPDATE "payments"."api_key" SET "revoked_at" = $3
        WHERE "organisation" = $1 AND "id" = $2 AND "revoked_at" IS NULL
        """
    )

    static func revocation(
        _ id: APIKeyID,
        of organisation: OrganisationID,
        at time: Timestamp
    ) -> PostgresStatement {
        PostgresStatement(revoking, [organisation.bound, id.bound, time.bound])
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
