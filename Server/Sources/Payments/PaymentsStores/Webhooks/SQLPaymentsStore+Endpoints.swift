public import ChavePixModel
public import PaymentsModel
import SQLPort
public import Webhooks

extension SQLPaymentsStore: WebhookStore {
    public func insert(_ endpoint: WebhookEndpoint, atMost limit: Int) async throws(EndpointRefusal) {
        try await store(try encoding { try EndpointChange(inserting: endpoint, atMost: limit) })
    }

    public func update(_ endpoint: WebhookEndpoint) async throws(EndpointRefusal) {
        try await store(try encoding { try EndpointChange(updating: endpoint) })
        // The deliveries that waited for an endpoint are due when it is enabled again.
        bell.ring()
    }

    public func delete(_ id: WebhookID, of organisation: OrganisationID) async throws(StorageFault) -> Bool {
        try await write([SQLStatement(EndpointStatement.delete, [organisation, id])]).contains { $0.count > 0 }
    }

    public func endpoint(
        _ id: WebhookID,
        of organisation: OrganisationID
    ) async throws(StorageFault) -> WebhookEndpoint? {
        try await first(EndpointStatement.one, [organisation, id])
    }

    public func endpoints(
        _ page: PageRequest,
        of organisation: OrganisationID
    ) async throws(StorageFault) -> Page<WebhookEndpoint> {
        var query = ListQuery<WebhookEndpoint>("webhook_endpoint", of: organisation)
        query.require(#""standing" <> 'deleted'"#)
        return try await self.page(query, page)
    }

    private func store(_ change: EndpointChange) async throws(EndpointRefusal) {
        do {
            _ = try await batches.write(change.statements)
        } catch {
            throw change.refusal(for: error)
        }
    }

    private func encoding(_ body: () throws -> EndpointChange) throws(EndpointRefusal) -> EndpointChange {
        do {
            return try body()
        } catch {
            throw .fault(StorageFault(underlying: error))
        }
    }
}
