import ChaveWire
public import ChavePixModel

/// A new key as its owner sees it, once.
public struct NewAPIKey: Sendable {
    public let key: APIKey
    /// 64 random characters; kept nowhere.
    public let password: String
}

extension Payments {
    public func createOrganisation(name: String) async throws(CommitFailure) -> Organisation {
        let organisation = Organisation(id: world.newID(), name: name, createdAt: world.now())
        var change = Change()
        change.writes.append(.organisation(organisation))
        try await store.commit(change)
        return organisation
    }

    public func createAPIKey(
        for organisation: OrganisationID, label: String
    ) async throws(CommitFailure) -> NewAPIKey {
        let password = Base64URL.encode(world.randomBytes(48))
        let key = APIKey(
            id: world.newID(), organisation: organisation, label: label, passwordDigest: Digest(ofText: password),
            createdAt: world.now())
        var change = Change()
        change.writes.append(.insertAPIKey(key))
        try await store.commit(change)
        return NewAPIKey(key: key, password: password)
    }

    /// The caller behind HTTP Basic credentials. Wrong ones take the same time as right ones.
    public func authenticate(secretID: String, password: String) async throws(APIFailure) -> Caller {
        let claimed = Digest(ofText: password)
        let id = APIKeyID(secretID)
        let key: APIKey?
        do throws(StorageFault) {
            // Without such an id the look-up is done all the same, for an id that nobody has.
            key = try await store.apiKey(id ?? APIKeyID(high: 0, low: 0))
        } catch {
            throw .storageUnavailable
        }
        let matches = (key?.passwordDigest ?? Digest(ofText: "")).equalsInConstantTime(claimed)
        guard let key, matches, key.revokedAt == nil else { throw .authenticationFailed }
        return .merchant(organisation: key.organisation, apiKey: key.id)
    }
}
