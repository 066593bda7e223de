public import ChavePixModel
import GRDB
public import PaymentsCore
import SQLiteWriter
import StoredForms
public import Webhooks

extension SQLitePaymentsStore: WebhookStore {
    public func insert(_ endpoint: WebhookEndpoint, atMost limit: Int) async throws(EndpointRefusal) {
        let key = [endpoint.organisation.databaseValue]
        try await change { database in
            let known = try database.rows(EndpointReading.urls, key)
            for row in known where try row[...].at(0).string == endpoint.url { throw EndpointRefusal.urlTaken }
            guard known.count < limit else { throw EndpointRefusal.tooMany }
            for step in try endpoint.insertions() { try step.run(in: database) }
        }
    }

    public func update(_ endpoint: WebhookEndpoint) async throws(EndpointRefusal) {
        let key = [endpoint.organisation.databaseValue, endpoint.id.databaseValue, endpoint.url.databaseValue]
        try await change { database in
            guard try database.firstRow(EndpointReading.otherWithURL, key) == nil else {
                throw EndpointRefusal.urlTaken
            }
            for step in try endpoint.updates() { try step.run(in: database) }
        }
        // What waited for an endpoint that is enabled again is due.
        bell.ring()
    }

    public func delete(_ id: WebhookID, of organisation: OrganisationID) async throws(StorageFault) -> Bool {
        let deletion = Step(
            sql: """
                UPDATE "webhook_endpoint" SET "standing" = 'deleted', "version" = "version" + 1
                WHERE "organisation" = ?1 AND "id" = ?2 AND "standing" <> 'deleted'
                """,
            arguments: [organisation.databaseValue, id.databaseValue]
        )
        return try await maintain { database in
            try deletion.run(in: database)
            return database.changesCount > 0
        }
    }

    public func endpoint(
        _ id: WebhookID,
        of organisation: OrganisationID
    ) async throws(StorageFault) -> WebhookEndpoint? {
        try await first(
            """
            SELECT \(WebhookEndpoint.columnList) FROM "webhook_endpoint"
            WHERE "organisation" = ?1 AND "id" = ?2 AND "standing" <> 'deleted'
            """,
            [organisation.databaseValue, id.databaseValue]
        )
    }

    public func endpoints(
        _ page: PageRequest,
        of organisation: OrganisationID
    ) async throws(StorageFault) -> Page<WebhookEndpoint> {
        var query = ListQuery<WebhookEndpoint>("webhook_endpoint", of: organisation.databaseValue)
        query.require(#""standing" <> ?"#, "deleted".databaseValue)
        return try await self.page(query, page)
    }

    /// One transaction whose refusals are those of endpoints.
    private func change(_ body: @escaping @Sendable (Database) throws -> Void) async throws(EndpointRefusal) {
        do {
            try await writer.write(body)
        } catch let refusal as EndpointRefusal {
            throw refusal
        } catch {
            switch translate(error) {
            case .fault(let fault): throw .fault(fault)
            case .conflict, .taken: throw .conflict
            }
        }
    }
}

private enum EndpointReading {
    static let urls = """
        SELECT "url" FROM "webhook_endpoint" WHERE "organisation" = ?1 AND "standing" <> 'deleted'
        """
    static let otherWithURL = """
        SELECT 1 FROM "webhook_endpoint"
        WHERE "organisation" = ?1 AND "id" <> ?2 AND "url" = ?3 AND "standing" <> 'deleted'
        """
}
