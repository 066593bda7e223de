public import ChavePixModel
public import PaymentsModel
import SQLPort

/// The statements that read organisations, keys, tokens and apps, in full.
private enum AccessReading {
    static let organisations = SQLText.payments(#"SELECT "body" FROM "organisation" ORDER BY "id""#)
    static let organisation = SQLText.payments(#"SELECT "body" FROM "organisation" WHERE "id" = ?1"#)
    static let key = SQLText.payments(#"SELECT "body", "revoked_at" FROM "api_key" WHERE "id" = ?1"#)
    static let keys = SQLText.payments(
        #"SELECT "body", "revoked_at" FROM "api_key" WHERE "organisation" = ?1 ORDER BY "id""#
    )
    static let family = SQLText.payments(#"SELECT "body" FROM "token_family" WHERE "id" = ?1"#)

    /// Always one row, with null for each missing object.
    static let standing = SQLText.payments(
        """
        SELECT \(APIKey.columnList(of: "k")), \(TokenFamily.columnList(of: "f")), "c"."id" FROM (SELECT 1) AS "asked"
        LEFT JOIN "api_key" AS "k" ON "k"."id" = ?1
        LEFT JOIN "token_family" AS "f" ON "f"."id" = ?2
        LEFT JOIN "customer" AS "c" ON "c"."organisation" = "f"."organisation" AND "c"."id" = "f"."customer"
            AND "c"."erasure_at" IS NULL
        """
    )

    static let app = SQLText.payments(
        #"SELECT "body" FROM "app" WHERE "organisation" = ?1 AND "id" = ?2 AND "removed_at" IS NULL"#
    )
    static let callback = SQLText.payments(
        #"SELECT 1 FROM "app_callback" WHERE "organisation" = ?1 AND "url" = ?2 LIMIT 1"#
    )
    static let apps = SQLText.payments(#"SELECT "body" FROM "app" WHERE "removed_at" IS NULL ORDER BY "id""#)
}

extension SQLPaymentsStore {
    public func organisations() async throws(StorageFault) -> [Organisation] {
        try await all(AccessReading.organisations)
    }

    public func organisation(_ id: OrganisationID) async throws(StorageFault) -> Organisation? {
        try await first(AccessReading.organisation, [id])
    }

    public func apiKey(_ id: APIKeyID) async throws(StorageFault) -> APIKey? {
        try await first(AccessReading.key, [id])
    }

    public func apiKeys(of organisation: OrganisationID) async throws(StorageFault) -> [APIKey] {
        try await all(AccessReading.keys, [organisation])
    }

    public func apiKeys(
        page request: PageRequest,
        of organisation: OrganisationID
    ) async throws(StorageFault) -> Page<APIKey> {
        try await page(ListQuery<APIKey>("api_key", of: organisation), request)
    }

    public func tokenFamily(_ id: String) async throws(StorageFault) -> TokenFamily? {
        try await first(AccessReading.family, [id])
    }

    /// Uses one statement, because every request with a token needs it.
    public func standing(of apiKey: APIKeyID, family: String) async throws(StorageFault) -> TokenStanding {
        let found = try await rows(AccessReading.standing, [apiKey, family])
        return try read {
            var joined = JoinedRecords(found.first ?? [])
            return TokenStanding(
                apiKey: try joined.next(),
                family: try joined.next(),
                hasPerson: try joined.isNext()
            )
        }
    }

    public func app(_ id: AppID, of organisation: OrganisationID) async throws(StorageFault) -> RegisteredApp? {
        try await first(AccessReading.app, [organisation, id])
    }

    public func apps(
        page request: PageRequest,
        of organisation: OrganisationID
    ) async throws(StorageFault) -> Page<RegisteredApp> {
        var list = ListQuery<RegisteredApp>("app", of: organisation)
        list.require(#""removed_at" IS NULL"#)
        return try await page(list, request)
    }

    public func hasCallbackURL(_ url: String, of organisation: OrganisationID) async throws(StorageFault) -> Bool {
        try await finds(AccessReading.callback, [organisation, url])
    }

    public func registeredApps() async throws(StorageFault) -> [RegisteredApp] { try await all(AccessReading.apps) }
}
