public import ChaveBase
public import ChavePixModel

/// Organisations, as `chave organisations` and the sandbox make them.
extension Administration {
    public func createOrganisation(name: String, unboundCallbacks: Bool = false) async throws -> Organisation {
        let organisation = Organisation(
            id: world.newID(),
            name: name,
            createdAt: world.now(),
            unboundCallbacks: unboundCallbacks
        )
        try await write(organisation)
        return organisation
    }

    /// Every one, the oldest first.
    public func organisations() async throws -> [Organisation] { try await store.organisations() }

    public func organisation(_ id: OrganisationID) async throws -> Organisation {
        guard let organisation = try await store.organisation(id) else { throw Refusal.noSuchOrganisation }
        return organisation
    }

    /// The one that is named, else the only one that there is.
    public func organisation(named id: OrganisationID?) async throws -> Organisation {
        if let id { return try await organisation(id) }
        let all = try await organisations()
        guard let only = all.first, all.count == 1 else { throw Refusal.organisationUnclear(count: all.count) }
        return only
    }

    /// Changes what is said; the rest stays.
    ///
    /// It counts at the next request, also in a running server.
    public func setOrganisation(
        _ id: OrganisationID,
        name: String? = nil,
        unboundCallbacks: Bool? = nil
    ) async throws -> Organisation {
        var organisation = try await organisation(id)
        if let name { organisation.name = name }
        if let unboundCallbacks { organisation.unboundCallbacks = unboundCallbacks }
        try await write(organisation)
        return organisation
    }

    private func write(_ organisation: Organisation) async throws {
        var change = Change()
        change.writes.append(.organisation(organisation))
        try await store.commit(change)
    }
}
