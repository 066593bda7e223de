public import SignInModel

extension SignIn {
    /// A user's passkeys for the tenant's own server, oldest first; ten at most.
    ///
    /// - Throws: `OAuthError.Code.notFound`.
    public func passkeys(ofUser user: String, _ tenant: TenantID) async throws -> [BrowserPasskey] {
        _ = try await known(user, of: tenant)
        return try await passkeys(of: user, tenant).map(\.record)
    }

    /// Removes a passkey, with all that it opened, and ends the person's sessions in browsers.
    ///
    /// All sessions end, because an attacker who made the passkey was signed in by one of them.
    ///
    /// - Throws: `OAuthError.Code.notFound`.
    public func removePasskey(_ id: String, ofUser user: String, _ tenant: TenantID) async throws {
        try await records.changing {
            let owner = try await known(user, of: tenant)
            guard let passkey = try await records.find(BrowserPasskey.self, id, of: tenant),
                passkey.record.user == user
            else { throw OAuthError(.notFound, "The user has no such passkey.", status: 404) }
            var change = RecordChange()
            // A sign-in that runs meanwhile touches the user too.
            change.touch(owner)
            change.remove(passkey)
            note(.passkeyRemoved, tenant, user: user, passkey: id, in: &change)
            try await endSessions(of: user, tenant, in: &change)
            return (change, ())
        }
    }
}
