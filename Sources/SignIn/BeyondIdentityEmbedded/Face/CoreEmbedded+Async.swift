public import Foundation

extension CoreEmbedded {
    /// Registers a new or recovered user's credential on this device, by the link that the app was opened with.
    public func registerCredentials(_ url: URL) async throws(SignInError) -> Credential {
        try await value { engine async throws(SignInError) in try await engine.register(url) }
    }

    /// Registers a credential on this device by the nine digits that another device shows; see `onMatchNumber`.
    public func registerCredentials(token: CredentialToken) async throws(SignInError) -> [Credential] {
        try await value { engine async throws(SignInError) in
            try await self.importing(token, engine)
        }
    }

    /// A fresh verifier with its challenge (S256).
    public func createPKCE() async throws(SignInError) -> PKCE {
        try await value { engine async throws(SignInError) in await engine.createPKCE() }
    }

    /// The authorization code of a confidential client, whose server exchanges it.
    public func authorize(
        pkceChallenge: PKCE.CodeChallenge?,
        scope: String
    ) async throws(SignInError) -> AuthorizationCode {
        try await value { engine async throws(SignInError) in try await engine.authorize(pkceChallenge, scope: scope) }
    }

    /// The whole sign-in of a public client, whose `token_endpoint_auth_method` is `none`.
    public func authenticate() async throws(SignInError) -> TokenResponse {
        try await value { engine async throws(SignInError) in try await engine.authenticate() }
    }

    /// Offers the credential to a second device: each status in turn, the last one `.done` or `.aborted`.
    ///
    /// It begins when it is called. Ending the loop early cancels it. The stream throws a `SignInError` where the extension
    /// could not begin.
    ///
    /// - Parameters:
    ///   - handles: of the credential; one is extended at a time.
    ///   - approval: has the person pick the number that the other device shows, before the platform asks as well.
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

    /// Ends the extension that runs and returns when it has ended; nothing happens where none runs.
    public func cancelExtendCredentials() async throws(SignInError) {
        guard configured != nil else { throw .notInitialized }
        await calls.cancelExtension()
    }

    /// The credentials of this device, with their states as the server last told them.
    public func getCredentials() async throws(SignInError) -> [Credential] {
        try await value { engine async throws(SignInError) in try await engine.credentials() }
    }

    /// Removes a credential from this device, for good: without another device that holds one, only recovery helps.
    ///
    /// - Throws: `.credentialNotFound` for `nil` and for handles that this device does not know.
    @discardableResult
    public func deleteCredential(for handle: Credential.Handle?) async throws(SignInError) -> Credential.Handle {
        try await value { engine async throws(SignInError) in try await engine.delete(handle) }
    }

    /// Removes every credential, key and token of sign-in from this device, for good.
    ///
    /// It is the way out where the device's list of credentials is damaged, so that no handle leads to one.
    public func deleteAllCredentials() async throws(SignInError) {
        try await value { engine async throws(SignInError) in try await engine.deleteAll() }
    }
}
