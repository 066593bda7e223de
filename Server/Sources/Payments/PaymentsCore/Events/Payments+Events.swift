public import ChavePixModel
public import PaymentsModel

extension Payments {
    /// `GET /events/{id}/`: the event of a webhook, with the same body.
    public func event(_ id: EventID, for caller: Caller) async throws(APIFailure) -> OutboxEvent {
        guard case .merchant(let organisation, _) = caller else { throw .permissionDenied }
        let found = try await read { () async throws(StorageFault) in
            try await self.store.event(id, of: organisation)
        }
        guard let found else { throw .notFound }
        return found
    }

    /// `GET /events/`: lists events, newest first, whether or not an endpoint received them.
    public func events(_ query: EventQuery, for caller: Caller) async throws(APIFailure) -> Page<OutboxEvent> {
        guard case .merchant(let organisation, _) = caller else { throw .permissionDenied }
        return try await read { () async throws(StorageFault) in
            try await self.store.events(query, of: organisation)
        }
    }
}
