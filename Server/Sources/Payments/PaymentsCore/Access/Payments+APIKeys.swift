public import ChaveBase
public import ChavePixModel
public import PaymentsModel

/// An administrator's key makes, lists, reads and revokes the keys of its organisation.
extension Payments {
    /// `POST /api-keys/`: makes a key.
    ///
    /// Only this response shows the password, so it is not stored for a replay.
    public func createAPIKey(_ request: CreateAPIKeyRequest, by caller: Caller) async throws(APIFailure)
        -> APIKeyResource
    {
        let organisation = try await administered(by: caller)
        let new = NewAPIKey(of: organisation, label: request.label, role: request.role, in: world)
        var change = Change()
        change.writes.append(.requireLiveKey(caller.apiKey, of: organisation))
        change.insert(new.key, actor: caller.actor)
        do throws(CommitFailure) {
            try await write(change)
        } catch {
            guard case .conflict = error else { throw failure(error) }
            _ = try await administered(by: caller)
            throw .conflict(APIKey.tooMany)
        }
        return new.key.resource(password: new.password)
    }

    /// `GET /api-keys/`: lists the keys, including revoked ones.
    public func apiKeys(page: PageRequest, for caller: Caller) async throws(APIFailure) -> Page<APIKeyResource> {
        let organisation = try await administered(by: caller)
        let found = try await read { () async throws(StorageFault) in
            try await self.store.apiKeys(page: page, of: organisation)
        }
        return found.map { $0.resource(password: nil) }
    }

    /// `GET /api-keys/{id}/`.
    public func apiKey(_ id: APIKeyID, for caller: Caller) async throws(APIFailure) -> APIKeyResource {
        try await storedKey(id, of: try await administered(by: caller)).resource(password: nil)
    }

    /// `POST /api-keys/{id}/revoke/`: ends a key and the tokens that it gave, at once; ending it again changes nothing.
    ///
    /// A key cannot end itself, and only a live key can end others. Over the API, one administrator's key therefore
    /// always remains.
    public func revokeAPIKey(_ id: APIKeyID, by caller: Caller) async throws(APIFailure) -> APIKeyResource {
        let organisation = try await administered(by: caller)
        let key = try await storedKey(id, of: organisation)
        guard id != caller.apiKey else {
            throw .conflict("A key cannot end itself. Use another administrator's key.")
        }
        guard key.revokedAt == nil else { return key.resource(password: nil) }
        var change = Change()
        change.writes.append(.requireLiveKey(caller.apiKey, of: organisation))
        change.revoke(key, at: world.now(), actor: caller.actor)
        do throws(CommitFailure) {
            try await write(change)
        } catch {
            guard case .conflict = error else { throw failure(error) }
            // Another caller has ended the key, or the caller's own key.
            _ = try await administered(by: caller)
        }
        return try await storedKey(id, of: organisation).resource(password: nil)
    }

    /// The organisation of the calling administrator, whose key must be valid now.
    private func administered(by caller: Caller) async throws(APIFailure) -> OrganisationID {
        guard case .merchant(let organisation, let id) = caller else { throw .permissionDenied }
        let key = try await read { () async throws(StorageFault) in try await self.store.apiKey(id) }
        guard let key, key.revokedAt == nil else { throw .authenticationFailed }
        guard key.role == .administrator else { throw .administratorNeeded }
        return organisation
    }

    private func storedKey(_ id: APIKeyID, of organisation: OrganisationID) async throws(APIFailure) -> APIKey {
        let key = try await read { () async throws(StorageFault) in try await self.store.apiKey(id) }
        guard let key, key.organisation == organisation else { throw .notFound }
        return key
    }
}

extension APIKey {
    /// The key as responses show it.
    fileprivate func resource(password: String?) -> APIKeyResource {
        APIKeyResource(
            id: id,
            createdAt: createdAt,
            label: label,
            role: role,
            revokedAt: revokedAt,
            secretPassword: password
        )
    }
}
