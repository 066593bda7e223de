import ChaveBase
import ChaveWire

extension SignIn {
    /// Lets nobody sign in as the user, until ``activateUser(_:of:)``, and drops the links that they were mailed.
    ///
    /// What they were signed in to ends for good: their devices and passkeys sign in anew.
    public func suspendUser(_ id: String, of tenant: TenantID) async throws -> User {
        try await changeStatus(.suspend, of: id, tenant)
    }

    public func activateUser(_ id: String, of tenant: TenantID) async throws -> User {
        try await changeStatus(.activate, of: id, tenant)
    }

    /// Forgets the person for good, and ends every credential and link.
    ///
    /// What stays is that there was a user: the id, which is never given again, the times, and each credential with its
    /// key and without its device's name. The external id is free for a new user, which is another one.
    public func deleteUser(_ id: String, of tenant: TenantID) async throws -> User {
        try await records.changing {
            var user = try await known(id, of: tenant)
            guard user.record.status != .deleted else { return (RecordChange(), user.record) }
            user.record.status = try user.record.status.receiving(.delete)
            user.record.externalID = ""
            user.record.email = ""
            user.record.hasProvenMail = false
            user.record.userName = ""
            user.record.displayName = ""
            user.record.claims = JSONObject()
            user.record.changedAt = world.now()
            var change = RecordChange()
            change.replace(user)
            for var credential in try await credentials(of: id, tenant) {
                if credential.record.status == .active { note(of: credential.record, in: &change) }
                credential.record.revoke(at: world.now())
                credential.record.deviceName = ""
                change.replace(credential)
            }
            try await dropLinks(of: user.record, in: &change)
            try await forgetBrowsers(of: id, tenant, in: &change)
            note(.userDeleted, tenant, user: id, in: &change)
            return (change, user.record)
        }
    }

    private func changeStatus(_ event: UserEvent, of id: String, _ tenant: TenantID) async throws -> User {
        try await records.changing {
            var user = try await known(id, of: tenant)
            let next = try user.record.status.receiving(event)
            guard next != user.record.status else { return (RecordChange(), user.record) }
            user.record.status = next
            user.record.changedAt = world.now()
            // One who was suspended by a version before has no time of it yet.
            if next == .suspended || user.record.suspendedAt == nil { user.record.suspendedAt = world.now() }
            var change = RecordChange()
            change.replace(user)
            note(next == .suspended ? .userSuspended : .userActivated, tenant, user: id, in: &change)
            if next == .suspended {
                try await dropLinks(of: user.record, in: &change)
                try await endSessions(of: id, tenant, in: &change)
            }
            return (change, user.record)
        }
    }

    /// Whoever mails another meanwhile touches the user.
    private func dropLinks(of user: User, in change: inout RecordChange) async throws {
        if let link = try await records.find(MailedLink.self, user.id, of: user.tenant) { change.remove(link) }
        if let offer = try await records.find(MailChange.self, user.id, of: user.tenant) { change.remove(offer) }
    }
}

extension RecordedCredential {
    /// Once; a second time changes nothing.
    mutating func revoke(at now: Timestamp) {
        guard status == .active else { return }
        status = .revoked
        revokedAt = now
    }
}
