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

    /// Gets an authorization code for the server that has the client's secret.
    func authorize(_ challenge: PKCE.CodeChallenge?, scope: String) async throws(SignInError) -> AuthorizationCode {
        if let challenge, challenge.method != "S256" {
            throw SignInError(.invalidParameters, "The code challenge's method must be S256.")
        }
        // An empty text is not a scope (RFC 6749, section 3.3). The request names the server's default scope, so that
        // the proof contains it too.
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

    /// Stores the credential state that a refusal names, and returns the error.
    func refused(_ refusal: Refusal, _ credential: KeptCredential) throws(SignInError) -> SignInError {
        guard let state = refusal.credentialState else { return refusal.error }
        try note(state, of: credential)
        return state.refusal ?? refusal.error
    }

    /// Stores the result of an accepted proof: the credential is active, and may have a new certificate.
    ///
    /// A renewed chain that is not valid is ignored, because the old one has just worked.
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

    /// Pins the root of a renewed chain and returns it.
    ///
    /// In a rollover the root is new. Two facts make it trustworthy:
    ///
    /// 1. The chain comes in the answer to a proof by a key that the pinned root vouches for.
    /// 2. The chain is for the same key and credential.
    ///
    /// The old root stays pinned beside the new one until the next renewal, for other devices' chains that still end
    /// with it.
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
