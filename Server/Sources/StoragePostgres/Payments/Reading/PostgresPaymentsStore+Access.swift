public import ChavePixModel
public import PaymentsCore
import StoredForms

extension PostgresPaymentsStore {
    public func organisations() async throws(StorageFault) -> [Organisation] {
        try await all(#"SELECT "body" FROM "payments"."organisation" ORDER BY "id""#)
    }

    public func organisation(_ id: OrganisationID) async throws(StorageFault) -> Organisation? {
        try await first(#"SELECT "body" FROM "payments"."organisation" WHERE "id" = $1"#, [id.bound])
    }

    public func apiKey(_ id: APIKeyID) async throws(StorageFault) -> APIKey? {
        try await first(#"SELECT "body", "revoked_at" FROM "payments"."api_key" WHERE "id" = $1"#, [id.bound])
    }

    public func apiKeys(of organisation: OrganisationID) async throws(StorageFault) -> [APIKey] {
        try await all(
            #"SELECT "body", "revoked_at" FROM "payments"."api_key" WHERE "organisation" = $1 ORDER BY "id""#,
            [organisation.bound]
        )
    }

    public func apiKeys(
        page request: PageRequest,
        of organisation: OrganisationID
    ) async throws(StorageFault) -> Page<APIKey> {
        try await page(ListQuery<APIKey>("api_key", of: organisation), request)
    }

    public func tokenFamily(_ id: String) async throws(StorageFault) -> TokenFamily? {
        try await first(#"SELECT "body" FROM "payments"."token_family" WHERE "id" = $1"#, [id.bound])
    }

    /// One statement: every request with a token asks it.
    public func standing(of apiKey: APIKeyID, family: String) async throws(StorageFault) -> TokenStanding {
        let found = try await rows(
            """
            SELECT "k"."body", "k"."revoked_at", "f"."body" FROM (SELECT 1) AS "asked"
            LEFT JOIN "payments"."api_key" AS "k" ON "k"."id" = $1
            LEFT JOIN "payments"."token_family" AS "f" ON "f"."id" = $2
            """,
            [apiKey.bound, family.bound]
        )
        return try read {
            guard let row = found.first else { return TokenStanding(apiKey: nil, family: nil) }
            let key = row.prefix(APIKey.columns.count)
            let family = row.dropFirst(APIKey.columns.count)
            return TokenStanding(
                apiKey: try key.at(0).isNull ? nil : APIKey(columnValues: key),
                family: try family.at(0).isNull ? nil : TokenFamily(columnValues: family)
            )
        }
    }
}
