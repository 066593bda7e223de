import ChaveBase
import ChaveCredentialChain
import ChaveTransport
import ChaveWire
import Crypto
import Foundation

extension SignInEngine {
    /// Makes a key, gets it certified with the link's token, and stores the credential.
    ///
    /// The same link uses the same key again, until the outcome is known.
    func register(_ url: URL) async throws(SignInError) -> Credential {
        let token = try RegistrationLink.token(of: url)
        let connection = try connection()
        let purpose = PendingKey.purpose(.link, token, at: connection.base)
        let pending = try await pendingKey(.link, for: purpose)
        let bound = try await bind(token, pending.key, connection)
        let credential = try await adopt(bound, pending.key)
        try vault.removePending(.link)
        return credential
    }

    /// Sends the key for certification; it is safe to repeat, since the same token and key get the same answer.
    private func bind(
        _ token: String,
        _ key: NewKey,
        _ connection: SignInConnection
    ) async throws(SignInError) -> BoundCredential {
        var body = JSONObject()
        body["token"] = .string(token)
        body["csr"] = .string(Base64.encode(key.request))
        body["device_name"] = .string(key.deviceName)
        let response = try await connection.send(
            SignInCall(
                method: .post,
                url: connection.address("/v2/credentials"),
                body: .json(body),
                isSafeToRepeat: true
            )
        )
        guard response.isSuccess else {
            let refusal = connection.refusal(response)
            if refusal.isFinal { try forgetPending(.link) }
            throw bindError(refusal)
        }
        return try BoundCredential(SignInConnection.object(of: response))
    }

    private func bindError(_ refusal: Refusal) -> SignInError {
        if refusal.name == "invalid_registration_token" {
            return refusal.error(.invalidCode, "The link is wrong, used or too old; ask for a new one.")
        }
        return refusal.credentialState?.refusal ?? refusal.error
    }

    /// Verifies the credential and stores it in place of the tenant's earlier one.
    func adopt(_ bound: BoundCredential, _ key: NewKey) async throws(SignInError) -> Credential {
        let chain = try await verified(bound.chain, tenant: bound.tenant, root: bound.rootFingerprint)
        try requireOurs(bound, key, chain)
        try requirePinnedRoot(chain)
        let earlier = try vault.credential(of: bound.tenant)
        try requireSameUser(bound, earlier)
        // Tokens end with their credential.
        if earlier != nil { try TokenStore.removeAll(of: bound.tenant, in: surroundings.store) }
        let kept = KeptCredential(bound, keyHandle: key.handle)
        try vault.keep(kept)
        // The stored credential counts. An old key that could not be deleted signs nothing.
        if let overtaken = earlier?.text(.keyHandle), overtaken != key.handle { try? deleteKey(overtaken) }
        log(.info, "A credential was registered on this device.")
        return kept.credential
    }

    /// Checks the root: the first root of a tenant on this device is pinned, and renewals may bring others.
    private func requirePinnedRoot(_ chain: VerifiedChain) throws(SignInError) {
        let pinned = try vault.pinnedRoots(of: chain.subject.tenant)
        guard !pinned.isEmpty else { return try vault.pin(roots: [chain.rootFingerprint], of: chain.subject.tenant) }
        guard pinned.contains(chain.rootFingerprint) else {
            throw SignInError(
                .untrustedChain,
                "The tenant's root is another than this device has known; delete the old credential first, then try again."
            )
        }
    }

    private func requireSameUser(_ bound: BoundCredential, _ earlier: KeptCredential?) throws(SignInError) {
        guard !configuration.replacesOtherUsers, let known = earlier?.text(.user), known != bound.user else { return }
        throw SignInError(
            .anotherUser,
            "This is for the user \(bound.user), and the device holds the credential of the user \(known) of the same "
                + "tenant: delete that one and try again with the same link or code, or set replacesOtherUsers."
        )
    }

    private func requireOurs(_ bound: BoundCredential, _ key: NewKey, _ chain: VerifiedChain) throws(SignInError) {
        let subject = CredentialSubject(tenant: bound.tenant, user: bound.user, credential: bound.credential)
        guard chain.subject == subject else {
            throw SignInError(.untrustedChain, "The certificate is for another than the server says.")
        }
        guard chain.publicKey.rawRepresentation == key.publicKey.rawRepresentation else {
            throw SignInError(.untrustedChain, "The certificate is for a key that is not this device's.")
        }
        guard chain.rootFingerprint == bound.rootFingerprint else {
            throw SignInError(.untrustedChain, "The certificates end with another root than the server says.")
        }
    }
}
