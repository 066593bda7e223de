import ChavePixModel
import PaymentsModel
import SQLPort

/// The statements that write organisations, keys, tokens and apps, in full.
enum AccessStatement {
    static let replaceOrganisation = SQLText.payments(
        """
        INSERT INTO "organisation" ("id", "body") VALUES (?1, ?2)
        ON CONFLICT ("id") DO UPDATE SET "body" = excluded."body"
        """
    )

    /// Locks the organisation: two writers that count or look at the same moment would both pass.
    static let holdOrganisation = SQLText.lock(#"SELECT 1 FROM "organisation" WHERE "id" = ?1 FOR NO KEY UPDATE"#)

    static let requireRoomForKey = SQLText.payments(
        """
        SELECT 1 WHERE ?2 > (SELECT COUNT(*) FROM "api_key" WHERE "organisation" = ?1 AND "revoked_at" IS NULL)
        """,
        .findsRow
    )

    static let insertKey = SQLText.payments(
        #"INSERT INTO "api_key" ("organisation", "id", "revoked_at", "body") VALUES (?1, ?2, NULL, ?3)"#
    )

    static let revokeKey = SQLText.payments(
        """
        UPDATE "api_key" SET "revoked_at" = ?3, "body" = ?4
        WHERE "organisation" = ?1 AND "id" = ?2 AND "revoked_at" IS NULL
        """,
        .changesRow
    )

    static let requireLiveKey = SQLText.payments(
        #"SELECT 1 FROM "api_key" WHERE "organisation" = ?1 AND "id" = ?2 AND "revoked_at" IS NULL"#,
        .holdsRow(.shared)
    )

    static let insertFamily = SQLText.payments(
        """
        INSERT INTO "token_family" ("organisation", "id", "refresh_id", "is_revoked", "expires_at", "customer", "body")
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
        """
    )

    static let updateFamily = SQLText.payments(
        """
        UPDATE "token_family" SET "refresh_id" = ?4, "is_revoked" = ?5, "body" = ?6
        WHERE "organisation" = ?1 AND "id" = ?2 AND "refresh_id" = ?3 AND "is_revoked" = 0
        """,
        .changesRow
    )

    static let requireRoomForApp = SQLText.payments(
        #"SELECT 1 WHERE ?2 > (SELECT COUNT(*) FROM "app" WHERE "organisation" = ?1 AND "removed_at" IS NULL)"#,
        .findsRow
    )

    static let insertApp = SQLText.payments(
        """
        INSERT INTO "app" ("organisation", "id", "platform", "app_id", "removed_at", "body")
        VALUES (?1, ?2, ?3, ?4, NULL, ?5)
        """
    )

    static let insertCallback = SQLText.payments(
        #"INSERT INTO "app_callback" ("organisation", "url", "app") VALUES (?1, ?2, ?3)"#
    )

    static let removeApp = SQLText.payments(
        """
        UPDATE "app" SET "removed_at" = ?3, "body" = ?4
        WHERE "organisation" = ?1 AND "id" = ?2 AND "removed_at" IS NULL
        """,
        .changesRow
    )

    static let forgetCallbacks = SQLText.payments(
        #"DELETE FROM "app_callback" WHERE "organisation" = ?1 AND "app" = ?2"#
    )
}

extension Organisation {
    func replacement() throws -> SQLStatement {
        SQLStatement(AccessStatement.replaceOrganisation, [id, try RecordText.encode(self)])
    }
}

extension APIKey {
    func insertions() throws -> [SQLStatement] {
        [
            SQLStatement(AccessStatement.holdOrganisation, [organisation]),
            SQLStatement(AccessStatement.requireRoomForKey, [organisation, APIKey.largestCount]),
            SQLStatement(AccessStatement.insertKey, [organisation, id, try RecordText.encode(self)]),
        ]
    }

    func revocation() throws -> SQLStatement {
        SQLStatement(AccessStatement.revokeKey, [organisation, id, revokedAt, try RecordText.encode(self)])
    }

    static func isLive(_ id: APIKeyID, of organisation: OrganisationID) -> [SQLStatement] {
        [
            SQLStatement(AccessStatement.holdOrganisation, [organisation]),
            SQLStatement(AccessStatement.requireLiveKey, [organisation, id]),
        ]
    }
}

extension TokenFamily {
    func insertion() throws -> SQLStatement {
        SQLStatement(
            AccessStatement.insertFamily,
            [organisation, id, current.refreshID, isRevoked, expiresAt, customer, try RecordText.encode(self)]
        )
    }

    func update(expectedRefreshID: String) throws -> SQLStatement {
        SQLStatement(
            AccessStatement.updateFamily,
            [organisation, id, expectedRefreshID, current.refreshID, isRevoked, try RecordText.encode(self)]
        )
    }
}

extension RegisteredApp {
    func insertions() throws -> [SQLStatement] {
        [
            SQLStatement(AccessStatement.holdOrganisation, [organisation]),
            SQLStatement(AccessStatement.requireRoomForApp, [organisation, RegisteredApp.largestCount]),
            SQLStatement(
                AccessStatement.insertApp,
                [organisation, id, platform.rawValue, appID, try RecordText.encode(self)]
            ),
        ] + callbackURLs.map { SQLStatement(AccessStatement.insertCallback, [organisation, $0, id]) }
    }

    func removal() throws -> [SQLStatement] {
        [
            SQLStatement(AccessStatement.removeApp, [organisation, id, removedAt, try RecordText.encode(self)]),
            SQLStatement(AccessStatement.forgetCallbacks, [organisation, id]),
        ]
    }
}
