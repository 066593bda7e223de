import ChaveCredentialChain
import ChaveTransport
import ChaveWire
import Crypto

/// A sign-in that the server has granted.
struct Granted: Sendable {
    let code: String
    let credential: KeptCredential
}

extension SignInEngine {
    private static let challengePath = "/v2/authorize-challenge"

    /// The authorization code for whoever holds the client's secret.
    func authorize(_ challenge: PKCE.CodeChallenge?, scope: String) async throws(SignInError) -> AuthorizationCode {
        if let challenge, challenge.method != "S256" {
            throw SignInError(.invalidParameters, "The code challenge's method must be S256.")
        }
        // An empty text is no scope (RFC 6749, section 3.3); what the server then takes is said, so that the proof has it too.
        let scope = scope.allSatisfy(\.isWhitespace) ? "openid" : scope
        let granted = try await grant(scope: scope, challenge: challenge, nonce: nil, isPublicClient: false)
        return AuthorizationCode(value: granted.code)
    }

    /// Answers the server's challenge with this device's key.
    func grant(
        scope: String,
        challenge: PKCE.CodeChallenge?,
        nonce: String?,
        isPublicClient: Bool
    ) async throws(SignInError) -> Granted {
        let connection = try connection()
        let address = connection.address(SignInEngine.challengePath)
        let state = randomText()
        let begun: [(name: String, value: String?)] = [
            ("redirect_uri", configuration.redirectURI), ("scope", scope), ("state", state), ("nonce", nonce),
            ("code_challenge", challenge?.challenge),
        ]
        let session = try await begin(
            address,
            [
                ("client_id", configuration.clientID), ("response_type", "code"),
                ("code_challenge_method", challenge?.method),
            ] + begun,
            connection
        )
        if isPublicClient { try requirePublic(session) }
        let credential = try credential(for: session)
        let prompt = configuration.biometricAskPrompt
        let assertion = try await proof("sign-in", session, credential, sentTo: address, begun, prompt: prompt)
        let answer = try await send(assertion, session, to: address, credential, connection)
        guard answer["state"]?.string == state else { throw .untrusted("The server's answer has another state.") }
        guard answer["iss"]?.string == connection.issuer(of: credential.tenant) else {
            throw .untrusted("The server's answer is of another issuer than the credential.")
        }
        return Granted(code: try answer.text("authorization_code"), credential: try await renewed(credential, answer))
    }

    private func requirePublic(_ session: AuthSession) throws(SignInError) {
        guard session.clientAuthentication ?? "none" == "none" else { throw .confidentialClient }
    }

    /// Keeps the state that a refusal tells.
    func refused(_ refusal: Refusal, _ credential: KeptCredential) throws(SignInError) -> SignInError {
        guard let state = refusal.credentialState else { return refusal.error }
        try note(state, of: credential)
        return state.refusal ?? refusal.error
    }

    /// Keeps what a proof that the server took has brought: the credential is active, and may have a new certificate.
    ///
    /// A renewed chain that does not hold is left alone: the old one has served just now.
    func renewed(
        _ credential: KeptCredential,
        _ answer: JSONObject
    ) async throws(SignInError) -> KeptCredential {
        var kept = credential
        kept.set(.active)
        if let chain = answer["chain"]?.array?.compactMap(\.string) {
            do {
                kept.set(chain: chain, root: try await rootOfRenewal(chain, of: credential))
            } catch {
                log(.error, "The server's renewed certificate was refused: \(error.code).")
            }
        }
        if kept != credential { try vault.keep(kept) }
        return kept
    }

    /// The root that a renewed chain ends with, pinned.
    ///
    /// In a rollover it is a new one. What speaks for it is that it comes in the answer to a proof by a key for which the
    /// root that was pinned has vouched, and is for the same key and credential. The one before stays pinned beside it, for
    /// chains of other devices that still end there, until the next renewal.
    private func rootOfRenewal(_ chain: [String], of credential: KeptCredential) async throws(SignInError) -> String {
        let old = try await self.chain(of: credential)
        let new = try await verified(chain, tenant: credential.tenant, root: nil)
        guard new.subject == old.subject, new.publicKey.rawRepresentation == old.publicKey.rawRepresentation else {
            throw SignInError(.untrustedChain, "The renewed certificate is for another than this device's credential.")
        }
        let earlier = new.rootFingerprint == old.rootFingerprint ? [] : [old.rootFingerprint]
        try vault.pin(roots: [new.rootFingerprint] + earlier, of: credential.tenant)
        return new.rootFingerprint
    }
}

extension SignInError {
    static let confidentialClient = SignInError(
        .wrongKindOfClient,
        "authenticate() is for public clients: this client's token_endpoint_auth_method is not none. "
            + "Use authorize() and exchange the code on your server, or configure a client with none."
    )
}
