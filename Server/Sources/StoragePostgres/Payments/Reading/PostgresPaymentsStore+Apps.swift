public import ChavePixModel
public import PaymentsCore

extension PostgresPaymentsStore {
    public func app(_ id: AppID, of organisation: OrganisationID) async throws(StorageFault) -> RegisteredApp? {
        try await first(
            #"SELECT "body" FROM "payments"."app" WHERE "organisation" = $1 AND "id" = $2 AND "removed_at" IS NULL"#,
            [organisation.bound, id.bound]
        )
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
        let found = try await rows(
            #"SELECT 1 FROM "payments"."app_callback" WHERE "organisation" = $1 AND "url" = $2 LIMIT 1"#,
            [organisation.bound, url.bound]
        )
        return !found.isEmpty
    }

    public func registeredApps() async throws(StorageFault) -> [RegisteredApp] {
        try await all(#"SELECT "body" FROM "payments"."app" WHERE "removed_at" IS NULL ORDER BY "id""#)
    }
}
