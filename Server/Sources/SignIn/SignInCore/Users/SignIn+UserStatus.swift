import ChaveBase
import ChaveWire
public import SignInModel

extension SignIn {
    /// Blocks every sign-in of the user until ``activateUser(_:of:)``, and removes the user's mailed links.
    ///
    /// Present sessions end for good; the user's devices and passkeys must sign in again.
    public func suspendUser(_ id: String, of tenant: TenantID) async throws -> User {
        try await changeStatus(.suspend, of: id, tenant)
    }

    public func activateUser(_ id: String, of tenant: TenantID) async throws -> User {
        try await changeStatus(.activate, of: id, tenant)
    }

    /// Removes the person's data for good, and ends every credential and link.
    ///
    /// The record of a user stays: the id, which is never given again, the times, and each credential with its key and
    /// without its device's name. A new user may take the external id, and is another user.
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
            // A user whom an earlier version suspended has no such time yet.
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

    /// Removes the user's links; a commit that mails another link meanwhile touches the user.
    private func dropLinks(of user: User, in change: inout RecordChange) async throws {
        if let link = try await records.find(MailedLink.self, user.id, of: user.tenant) { change.remove(link) }
        if let offer = try await records.find(MailChange.self, user.id, of: user.tenant) { change.remove(offer) }
    }
}

extension RecordedCredential {
    /// Revokes the credential; a second call changes nothing.
    mutating func revoke(at now: Timestamp) {
        guard status == .active else { return }
        status = .revoked
        revokedAt = now
    }
}
