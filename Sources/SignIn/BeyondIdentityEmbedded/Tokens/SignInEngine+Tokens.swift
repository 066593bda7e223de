import ChaveTransport

extension SignInEngine {
    func tokenStore() throws(SignInError) -> TokenStore {
        TokenStore(surroundings.store, client: configuration.clientID, at: try connection().base)
    }

    /// An access token that stays valid for a while: the stored one, otherwise a refreshed one.
    ///
    /// When many callers ask at once, one request goes out and all get its answer.
    func accessToken() async throws(SignInError) -> AccessToken {
        let store = try tokenStore()
        guard let kept = store.kept() else { throw .signInRequired }
        if let token = kept.fresh(at: nowSeconds) { return token }
        guard kept.refreshToken != nil else { throw .signInRequired }
        let task = refreshing ?? Task { await self.refreshed(kept, store) }
        refreshing = task
        // A caller that is cancelled takes nothing from the other waiting callers.
        guard let result = await task.valueUnlessCancelled() else { throw .cancelledCall }
        return try result.get()
    }

    private func refreshed(_ kept: KeptTokens, _ store: TokenStore) async -> Result<AccessToken, SignInError> {
        defer { refreshing = nil }
        do {
            return .success(try await refresh(kept, store))
        } catch {
            log(.error, "The tokens could not be refreshed: \(error.code).")
            return .failure(error)
        }
    }

    /// Sends one refresh request; when its answer is lost, the old refresh token stays for the next call.
    private func refresh(_ kept: KeptTokens, _ store: TokenStore) async throws(SignInError) -> AccessToken {
        let tokens: ReceivedTokens
        do {
            tokens = try await self.tokens([
                ("grant_type", "refresh_token"), ("refresh_token", kept.refreshToken),
                ("client_id", configuration.clientID),
            ])
        } catch {
            // The token family has ended: spent twice, revoked, or too old. Tokens of a newer sign-in stay stored.
            if error.code == .signInRequired, store.kept() == kept { try store.remove() }
            throw error
        }
        if let idToken = tokens.idToken {
            let expected = IDTokenExpectation(tenant: kept.tenant, user: kept.user, nonce: nil)
            try await verify(idToken, with: tokens.accessToken, expecting: expected)
        }
        // The user has signed out or in again meanwhile: these tokens belong to a sign-in that is over.
        guard store.kept() == kept else { throw .signInRequired }
        try store.keep(
            KeptTokens(tokens, refreshToken: kept.refreshToken, tenant: kept.tenant, user: kept.user)
        )
        return tokens.accessToken
    }

    /// Deletes the tokens on this device first, then revokes them at the server (RFC 7009).
    func signOut() async throws(SignInError) {
        let store = try tokenStore()
        guard let kept = store.kept() else { return }
        try store.remove()
        let connection = try connection()
        let response = try await connection.send(
            SignInCall(
                method: .post,
                url: connection.address("/v2/revoke"),
                body: .form([
                    ("token", kept.refreshToken ?? kept.accessToken),
                    ("token_type_hint", kept.refreshToken == nil ? "access_token" : "refresh_token"),
                    ("client_id", configuration.clientID),
                ]),
                isSafeToRepeat: true
            )
        )
        guard response.isSuccess else { throw connection.refusal(response).error }
    }
}

extension SignInError {
    static let signInRequired = SignInError(
        .signInRequired,
        "This device keeps no tokens that still count: call authenticate."
    )
}
