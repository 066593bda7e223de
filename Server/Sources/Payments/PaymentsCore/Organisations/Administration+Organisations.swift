public import ChaveBase
public import ChavePixModel
public import PaymentsModel

/// The administration of organisations for `chave organisations` and the sandbox.
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

    /// All organisations, the oldest first.
    public func organisations() async throws -> [Organisation] { try await store.organisations() }

    public func organisation(_ id: OrganisationID) async throws -> Organisation {
        guard let organisation = try await store.organisation(id) else { throw Refusal.noSuchOrganisation }
        return organisation
    }

    /// The named organisation, or the only one that exists besides `other`.
    public func organisation(
        named id: OrganisationID?,
        besides other: OrganisationID? = nil
    ) async throws -> Organisation {
        if let id { return try await organisation(id) }
        let all = try await organisations().filter { $0.id != other }
        guard let only = all.first, all.count == 1 else { throw Refusal.organisationUnclear(count: all.count) }
        return only
    }

    /// Changes the given values; the others stay.
    ///
    /// The change counts from the next request, also in a running server.
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
