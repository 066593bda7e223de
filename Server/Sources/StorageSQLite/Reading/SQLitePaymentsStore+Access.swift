public import ChavePixModel
import GRDB
public import PaymentsCore

extension SQLitePaymentsStore {
    public func organisations() async throws(StorageFault) -> [Organisation] {
        try await all(#"SELECT "body" FROM "organisation" ORDER BY "id""#, [])
    }

    public func organisation(_ id: OrganisationID) async throws(StorageFault) -> Organisation? {
        try await first(#"SELECT "body" FROM "organisation" WHERE "id" = ?1"#, [id.databaseValue])
    }

    public func apiKey(_ id: APIKeyID) async throws(StorageFault) -> APIKey? {
        try await first(#"SELECT "body", "revoked_at" FROM "api_key" WHERE "id" = ?1"#, [id.databaseValue])
    }

    public func apiKeys(of organisation: OrganisationID) async throws(StorageFault) -> [APIKey] {
        try await all(
            #"SELECT "body", "revoked_at" FROM "api_key" WHERE "organisation" = ?1 ORDER BY "id""#,
            [organisation.databaseValue]
        )
    }

    public func tokenFamily(_ id: String) async throws(StorageFault) -> TokenFamily? {
        try await first(#"SELECT "body" FROM "token_family" WHERE "id" = ?1"#, [id.databaseValue])
    }
}
