public import Foundation

extension CoreEmbedded {
    /// Registers a new or recovered user's credential on this device, by the link that the app was opened with.
    ///
    /// The link has a host and `register` in its path; every other URL is refused with a text that begins with "Expected
    /// Registration, got". An earlier credential of the same user is replaced; another user's of the same tenant is an error,
    /// unless the configuration's `replacesOtherUsers` is set.
    public func registerCredentials(_ url: URL, callback: @escaping (Result<Credential, BISDKError>) -> Void) {
        tell(callback) { engine async throws(SignInError) in try await engine.register(url) }
    }

    /// Registers a credential on this device by the nine digits that another device shows.
    ///
    /// It ends when the person has agreed there. `onMatchNumber` shows the number by which this device is recognised. An
    /// earlier credential of the same user is replaced; another user's of the same tenant is an error, unless the
    /// configuration's `replacesOtherUsers` is set.
    public func registerCredentials(
        token: CredentialToken,
        callback: @escaping (Result<[Credential], BISDKError>) -> Void
    ) {
        tell(callback) { engine async throws(SignInError) in
            try await self.importing(token, engine)
        }
    }

    /// A fresh verifier with its challenge (S256).
    public func createPKCE(callback: @escaping (Result<PKCE, BISDKError>) -> Void) {
        tell(callback) { engine async throws(SignInError) in await engine.createPKCE() }
    }

    /// The authorization code of a confidential client, whose server exchanges it.
    public func authorize(
        pkceChallenge: PKCE.CodeChallenge?,
        scope: String,
        callback: @escaping (Result<AuthorizationCode, BISDKError>) -> Void
    ) {
        tell(callback) { engine async throws(SignInError) in try await engine.authorize(pkceChallenge, scope: scope) }
    }

    /// The whole sign-in of a public client, whose `token_endpoint_auth_method` is `none`.
    public func authenticate(callback: @escaping (Result<TokenResponse, BISDKError>) -> Void) {
        tell(callback) { engine async throws(SignInError) in try await engine.authenticate() }
    }

    /// Offers the credential to a second device.
    ///
    /// The callback hears of each status, the last one `.done` or `.aborted`; it hears of a failure, once, where the
    /// extension could not begin. The person approves the second device in the platform's prompt, which names the device
    /// and its number; where that shows no text, in an alert of the SDK's own before it; where `onPairing` was set, by that.
    public func extendCredentials(
        handles: [Credential.Handle],
        callback: @escaping (Result<ExtendCredentialsStatus, BISDKError>) -> Void
    ) {
        let carried = Carried(value: callback)
        let queue = configured?.surroundings.callbackQueue ?? .main
        begin(handles, nil) { event in
            let result = event.mapError(\.legacy)
            queue.async { carried.value(result) }
        }
    }

    /// Ends the extension that runs, whose own callback hears `.aborted` before this one is called.
    ///
    /// Nothing happens where none runs.
    public func cancelExtendCredentials(callback: @escaping (Result<Void, BISDKError>) -> Void) {
        let carried = Carried(value: callback)
        let queue = configured?.surroundings.callbackQueue ?? .main
        let isConfigured = configured != nil
        Task {
            await calls.cancelExtension()
            queue.async {
                carried.value(isConfigured ? .success(()) : .failure(SignInError.notInitialized.legacy))
            }
        }
    }

    /// The credentials of this device, with their states as the server last told them.
    public func getCredentials(callback: @escaping (Result<[Credential], BISDKError>) -> Void) {
        tell(callback) { engine async throws(SignInError) in try await engine.credentials() }
    }

    /// Removes a credential from this device, for good: without another device that holds one, only recovery helps.
    ///
    /// `nil` and unknown handles give `.credentialNotFound`.
    public func deleteCredential(
        for handle: Credential.Handle?,
        callback: @escaping (Result<Credential.Handle, BISDKError>) -> Void
    ) {
        tell(callback) { engine async throws(SignInError) in try await engine.delete(handle) }
    }

    /// Removes every credential, key and token of sign-in from this device, for good.
    ///
    /// It is the way out where the device's list of credentials is damaged, so that no handle leads to one.
    public func deleteAllCredentials(callback: @escaping (Result<Void, BISDKError>) -> Void) {
        tell(callback) { engine async throws(SignInError) in try await engine.deleteAll() }
    }
}
