public import ChaveBase
public import ChavePixModel

/// An administrator's key makes, lists, reads and revokes the keys of its organisation.
extension Payments {
    /// `POST /api-keys/`: the answer is the only one that shows the password, so it is not kept for a repetition.
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

    /// `GET /api-keys/`: the revoked ones too.
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
    /// A key cannot end itself, and only a live one ends others: over the API one administrator's key is always left.
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
            // Somebody else ended it, or the caller's own key.
            _ = try await administered(by: caller)
        }
        return try await storedKey(id, of: organisation).resource(password: nil)
    }

    /// The organisation whose administrator calls, with a key that is good now.
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
    /// The key as answers show it.
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
