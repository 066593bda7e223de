import ChaveBase
import SignInModel

extension SignIn {
    /// Whether the person, and their device or passkey where there is one, still count.
    func isActive(_ signedIn: SignedInUser, of tenant: TenantID) async throws(SignInFault) -> Bool {
        guard let user = try await records.find(User.self, signedIn.id, of: tenant)?.record, user.status == .active,
            user.wasNotSuspended(since: signedIn.authenticatedAt)
        else { return false }
        // A recovery revokes the devices themselves.
        if let id = signedIn.credential { return try await isActive(id, of: user) }
        guard user.acknowledges(signedIn.authenticatedAt) else { return false }
        guard let id = signedIn.passkey else { return true }
        guard let passkey = try await records.find(BrowserPasskey.self, id, of: tenant)?.record else { return false }
        return try await counts(passkey, of: user)
    }

    /// Whether a passkey still counts: it was made after the last recovery, by a device that is not revoked.
    func counts(_ passkey: BrowserPasskey, of user: User) async throws(SignInFault) -> Bool {
        guard passkey.user == user.id, user.acknowledges(passkey.createdAt) else { return false }
        guard let device = passkey.createdBy else { return true }
        return try await isActive(device, of: user)
    }

    private func isActive(_ id: String, of user: User) async throws(SignInFault) -> Bool {
        guard var credential = try await active(id, of: user.id, user.tenant) else { return false }
        // None of the credentials above it in its chain may be revoked.
        for _ in 0..<max(0, credential.depth) {
            guard let parent = credential.parent, let next = try await active(parent, of: user.id, user.tenant) else {
                return false
            }
            credential = next
        }
        return true
    }

    private func active(
        _ credential: String,
        of user: String,
        _ tenant: TenantID
    ) async throws(SignInFault) -> RecordedCredential? {
        let found = try await records.find(RecordedCredential.self, credential, of: tenant)?.record
        return found?.status == .active && found?.user == user ? found : nil
    }
}
