import ChaveBase

extension SignIn {
    /// Changes what a user is called at once, and their address once they have proven it.
    ///
    /// A new address is told to the old one first: where that mail was not taken, no link goes out, so that no address is
    /// ever taken from a person unheard. Naming the address that counts takes an open change back.
    ///
    /// - Throws: ``OAuthError/Code/notFound``; ``OAuthError/Code/conflict`` where the external id is another user's, or the
    ///   user is deleted, or suspended and to have a new address; ``OAuthError/Code/temporarilyUnavailable`` where a mail was
    ///   not taken: all but the address is changed.
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
        /// Of the link to a new address.
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
        // Also where only the address is to change: whoever suspends the user meanwhile drops the offer.
        change.touch(user)
        return (change, ChangedUser(user: user.record, token: token))
    }

    /// An external id that no user of the tenant has; the index refuses whoever takes it meanwhile.
    func requireFree(_ externalID: String, of tenant: TenantID) async throws {
        guard try await records.find(User.self, by: User.index(externalID: externalID), of: tenant) == nil else {
            throw OAuthError(.conflict, "There is a user of this external_id.", status: 409, field: "external_id")
        }
    }
}
