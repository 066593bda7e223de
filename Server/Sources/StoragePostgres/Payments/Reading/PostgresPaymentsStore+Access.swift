public import ChavePixModel
public import PaymentsCore

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

    public func tokenFamily(_ id: String) async throws(StorageFault) -> TokenFamily? {
        try await first(#"SELECT "body" FROM "payments"."token_family" WHERE "id" = $1"#, [id.bound])
    }
}
