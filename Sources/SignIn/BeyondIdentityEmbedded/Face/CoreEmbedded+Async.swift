public import Foundation

extension CoreEmbedded {
    /// Registers a new or recovered user's credential on this device, with the link that opened the app.
    public func registerCredentials(_ url: URL) async throws(SignInError) -> Credential {
        try await value { engine async throws(SignInError) in try await engine.register(url) }
    }

    /// Registers a credential on this device with the nine digits from another device; see `onMatchNumber`.
    public func registerCredentials(token: CredentialToken) async throws(SignInError) -> [Credential] {
        try await value { engine async throws(SignInError) in
            try await self.importing(token, engine)
        }
    }

    /// Creates a new verifier with its challenge (S256).
    public func createPKCE() async throws(SignInError) -> PKCE {
        try await value { engine async throws(SignInError) in await engine.createPKCE() }
    }

    /// Gets an authorization code for a confidential client, whose server exchanges it.
    public func authorize(
        pkceChallenge: PKCE.CodeChallenge?,
        scope: String
    ) async throws(SignInError) -> AuthorizationCode {
        try await value { engine async throws(SignInError) in try await engine.authorize(pkceChallenge, scope: scope) }
    }

    /// Runs the whole sign-in of a public client, whose `token_endpoint_auth_method` is `none`.
    public func authenticate() async throws(SignInError) -> TokenResponse {
        try await value { engine async throws(SignInError) in try await engine.authenticate() }
    }

    /// Offers the credential to a second device, and delivers each status, the last one `.done` or `.aborted`.
    ///
    /// The extension begins with the call. Ending the loop early cancels it. When the extension cannot begin, the
    /// stream throws a `SignInError`.
    ///
    /// - Parameters:
    ///   - handles: the handle of the credential; one credential is extended at a time.
    ///   - approval: lets the person pick the number that the other device shows, before the platform's own prompt.
    /// - Returns: the statuses.
    public func extendCredentials(
        handles: [Credential.Handle],
        approval: PairingApproval
    ) -> AsyncThrowingStream<ExtendCredentialsStatus, any Error> {
        AsyncThrowingStream { continuation in
            let task = begin(handles, approval) { event in
                switch event {
                case .success(let status):
                    continuation.yield(status)
                    switch status {
                    case .done, .aborted: continuation.finish()
                    case .started, .tokenUpdated: break
                    }
                case .failure(let error): continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task?.cancel() }
        }
    }

    /// Cancels the running extension and returns after its end; does nothing when none is running.
    public func cancelExtendCredentials() async throws(SignInError) {
        guard configured != nil else { throw .notInitialized }
        await calls.cancelExtension()
    }

    /// The credentials of this device, with their states from the last contact with the server.
    public func getCredentials() async throws(SignInError) -> [Credential] {
        try await value { engine async throws(SignInError) in try await engine.credentials() }
    }

    /// Removes a credential from this device for good: without another device that has one, only recovery helps.
    ///
    /// - Throws: `.credentialNotFound` for `nil` and for handles that this device does not know.
    @discardableResult
    public func deleteCredential(for handle: Credential.Handle?) async throws(SignInError) -> Credential.Handle {
        try await value { engine async throws(SignInError) in try await engine.delete(handle) }
    }

    /// Removes every credential, key and token of sign-in from this device for good.
    ///
    /// Use this call when the device's list of credentials is damaged, so that no handle leads to a credential.
    public func deleteAllCredentials() async throws(SignInError) {
        try await value { engine async throws(SignInError) in try await engine.deleteAll() }
    }
}
