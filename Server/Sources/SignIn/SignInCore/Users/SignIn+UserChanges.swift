import ChaveBase
public import SignInModel

extension SignIn {
    /// Changes a user's names at once, and the address once the user has proven it.
    ///
    /// The old address gets a notice of the new address first. If that mail is not accepted, no link goes out, so that
    /// no person loses an address without notice. The present address as the new value cancels an open change.
    ///
    /// - Throws: `OAuthError.Code.notFound`. `OAuthError.Code.conflict` where another user has the external id, the
    ///   user is deleted, or a suspended user is to get a new address. `OAuthError.Code.temporarilyUnavailable` where a
    ///   mail was not accepted: all values except the address are changed.
    public func changeUser(_ id: String, _ patch: UserPatch, of tenant: TenantID) async throws -> User {
        try patch.check()
        let changed = try await records.changing { try await self.changed(id, patch, of: tenant) }
        if let token = changed.token, let address = patch.email {
            try await mailProof(token, of: address, to: changed.user)
        }
        return changed.user
    }

    private struct ChangedUser {
        var user: User
        /// The token of the link to a new address.
        var token: String?
    }

    private func changed(
        _ id: String,
        _ patch: UserPatch,
        of tenant: TenantID
    ) async throws -> (RecordChange, ChangedUser) {
        var user = try await known(id, of: tenant)
        guard user.record.status != .deleted else {
            throw OAuthError(.conflict, "The user is deleted, which is for good: create another.", status: 409)
        }
        if let external = patch.externalID, external != user.record.externalID {
            try await requireFree(external, of: tenant)
        }
        let before = user.record
        patch.apply(to: &user.record)
        var change = RecordChange()
        if user.record != before {
            user.record.describedAt = world.now()
            note(.userChanged, tenant, user: id, in: &change)
        }
        let token = try await offerMail(patch.email, to: user.record, in: &change)
        // This applies also to a change of the address alone: a concurrent suspension removes the offer.
        change.touch(user)
        return (change, ChangedUser(user: user.record, token: token))
    }

    /// Demands an external id that no user of the tenant has; the index refuses a user who takes it meanwhile.
    func requireFree(_ externalID: String, of tenant: TenantID) async throws {
        guard try await records.find(User.self, by: User.index(externalID: externalID), of: tenant) == nil else {
            throw OAuthError(.conflict, "There is a user of this external_id.", status: 409, field: "external_id")
        }
    }
}
