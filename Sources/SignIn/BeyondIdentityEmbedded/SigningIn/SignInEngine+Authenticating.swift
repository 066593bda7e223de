import ChaveTransport
import ChaveWire

extension SignInEngine {
    /// Runs the whole sign-in of a public client: challenge, code, tokens, and verification of the ID token.
    ///
    /// The tokens are then stored.
    func authenticate() async throws(SignInError) -> TokenResponse {
        let pkce = createPKCE()
        let nonce = randomText()
        let granted = try await grant(
            scope: "openid",
            challenge: pkce.codeChallenge,
            nonce: nonce,
            isPublicClient: true
        )
        let tokens = try await exchange(granted.code, pkce)
        guard let idToken = tokens.idToken else { throw .unreadable("id_token") }
        guard let user = granted.credential.text(.user) else { throw .damagedCredential }
        let expected = IDTokenExpectation(tenant: granted.credential.tenant, user: user, nonce: nonce)
        try await verify(idToken, with: tokens.accessToken, expecting: expected)
        keep(tokens, expected)
        return TokenResponse(accessToken: tokens.accessToken, idToken: idToken)
    }

    /// Exchanges the code once: using a code twice revokes its tokens.
    private func exchange(_ code: String, _ pkce: PKCE) async throws(SignInError) -> ReceivedTokens {
        try await tokens([
            ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", configuration.redirectURI),
            ("code_verifier", pkce.codeVerifier), ("client_id", configuration.clientID),
        ])
    }

    /// Stores the tokens; a failure is only logged, because the caller has the tokens and the next sign-in gives
    /// others.
    private func keep(_ tokens: ReceivedTokens, _ expected: IDTokenExpectation) {
        do {
            try tokenStore().keep(KeptTokens(tokens, tenant: expected.tenant, user: expected.user))
        } catch {
            log(.error, "The tokens could not be kept: \(error.code).")
        }
    }
}
