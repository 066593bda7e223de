import ChaveCredentialChain
import ChaveTransport
import ChaveWire
import Crypto
import Foundation

extension SignInEngine {
    /// Makes a key, has it certified by the link's token, and keeps the credential that comes back.
    func register(_ url: URL) async throws(SignInError) -> Credential {
        let token = try RegistrationLink.token(of: url)
        let connection = try connection()
        let key = try await newKey(prompt: configuration.biometricAskPrompt)
        do {
            let bound = try await bind(token, key, connection)
            return try await adopt(bound, key)
        } catch {
            try? deleteKey(key.handle)
            throw error
        }
    }

    /// Not repeated: the token is spent by the first request that arrives.
    private func bind(
        _ token: String,
        _ key: NewKey,
        _ connection: SignInConnection
    ) async throws(SignInError) -> BoundCredential {
        var body = JSONObject()
        body["token"] = .string(token)
        body["csr"] = .string(Base64.encode(key.request))
        body["device_name"] = .string(surroundings.deviceName)
        let response = try await connection.send(
            SignInCall(method: .post, url: connection.address("/v2/credentials"), body: .json(body))
        )
        guard response.isSuccess else {
            let refusal = connection.refusal(response)
            guard refusal.name == "invalid_registration_token" else { throw refusal.error }
            throw refusal.error(.invalidCode, "The link is wrong, used or too old; ask for a new one.")
        }
        return try BoundCredential(SignInConnection.object(of: response))
    }

    /// Verifies what arrived and puts it in the place of the tenant's earlier credential.
    func adopt(_ bound: BoundCredential, _ key: NewKey) async throws(SignInError) -> Credential {
        let chain = try await verified(bound.chain, tenant: bound.tenant, root: bound.rootFingerprint)
        try requireOurs(bound, key, chain)
        if let pinned = try vault.pinnedRoot(of: bound.tenant) {
            guard pinned == chain.rootFingerprint else {
                throw SignInError(
                    .untrustedChain,
                    "The tenant's root is another than this device has known; delete the old credential first."
                )
            }
        } else {
            try vault.pin(root: chain.rootFingerprint, of: bound.tenant)
        }
        let overtaken = try vault.credential(of: bound.tenant)?.text(.keyHandle)
        let kept = KeptCredential(bound, keyHandle: key.handle)
        try vault.keep(kept)
        // What is kept counts; an old key that stays behind signs for nobody.
        if let overtaken { try? deleteKey(overtaken) }
        log(.info, "A credential was registered on this device.")
        return kept.credential
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
