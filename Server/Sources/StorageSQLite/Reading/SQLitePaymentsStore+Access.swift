public import ChavePixModel
import GRDB
public import PaymentsCore
import SQLiteWriter
import StoredForms

extension SQLitePaymentsStore {
    public func organisations() async throws(StorageFault) -> [Organisation] {
        try await all(#"SELECT "body" FROM "organisation" ORDER BY "id""#, [])
    }

    public func organisation(_ id: OrganisationID) async throws(StorageFault) -> Organisation? {
        try await first(#"SELECT "body" FROM "organisation" WHERE "id" = ?1"#, [id.databaseValue])
    }

    public func apiKey(_ id: APIKeyID) async throws(StorageFault) -> APIKey? {
        try await first(AccessReading.key, [id.databaseValue])
    }

    public func apiKeys(of organisation: OrganisationID) async throws(StorageFault) -> [APIKey] {
        try await all(
            #"SELECT "body", "revoked_at" FROM "api_key" WHERE "organisation" = ?1 ORDER BY "id""#,
            [organisation.databaseValue]
        )
    }

    public func apiKeys(
        page request: PageRequest,
        of organisation: OrganisationID
    ) async throws(StorageFault) -> Page<APIKey> {
        try await page(ListQuery<APIKey>("api_key", of: organisation.databaseValue), request)
    }

    public func tokenFamily(_ id: String) async throws(StorageFault) -> TokenFamily? {
        try await first(AccessReading.family, [id.databaseValue])
    }

    /// On one snapshot.
    public func standing(of apiKey: APIKeyID, family: String) async throws(StorageFault) -> TokenStanding {
        let (keyID, familyID) = ([apiKey.databaseValue], [family.databaseValue])
        do {
            let rows = try await writer.read { database in
                (try database.firstRow(AccessReading.key, keyID), try database.firstRow(AccessReading.family, familyID))
            }
            return TokenStanding(
                apiKey: try rows.0.map { try APIKey(columnValues: $0[...]) },
                family: try rows.1.map { try TokenFamily(columnValues: $0[...]) }
            )
        } catch {
            throw translateRead(error)
        }
    }
}

private enum AccessReading {
    static let key = #"SELECT "body", "revoked_at" FROM "api_key" WHERE "id" = ?1"#
    static let family = #"SELECT "body" FROM "token_family" WHERE "id" = ?1"#
}
