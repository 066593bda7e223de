public import ChavePixModel
import GRDB
public import PaymentsCore
import SQLiteWriter

extension SQLitePaymentsStore {
    public func app(_ id: AppID, of organisation: OrganisationID) async throws(StorageFault) -> RegisteredApp? {
        try await first(
            #"SELECT "body" FROM "app" WHERE "organisation" = ?1 AND "id" = ?2 AND "removed_at" IS NULL"#,
            [organisation.databaseValue, id.databaseValue]
        )
    }

    public func apps(
        page request: PageRequest,
        of organisation: OrganisationID
    ) async throws(StorageFault) -> Page<RegisteredApp> {
        var list = ListQuery<RegisteredApp>("app", of: organisation.databaseValue)
        list.require(#""removed_at" IS NULL"#)
        return try await page(list, request)
    }

    public func hasCallbackURL(_ url: String, of organisation: OrganisationID) async throws(StorageFault) -> Bool {
        do {
            let arguments = [organisation.databaseValue, url.databaseValue]
            return try await writer.read { database in
                try database.firstRow(
                    #"SELECT 1 FROM "app_callback" WHERE "organisation" = ?1 AND "url" = ?2 LIMIT 1"#,
                    arguments
                ) != nil
            }
        } catch {
            throw translateRead(error)
        }
    }

    public func registeredApps() async throws(StorageFault) -> [RegisteredApp] {
        try await all(#"SELECT "body" FROM "app" WHERE "removed_at" IS NULL ORDER BY "id""#, [])
    }
}
