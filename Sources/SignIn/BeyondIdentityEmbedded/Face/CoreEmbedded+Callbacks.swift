import ChaveBase
public import Foundation

extension CoreEmbedded {
    /// Registers a new or recovered user's credential on this device, with the link that opened the app.
    ///
    /// The link has a host and `register` in its path. Every other URL is refused with a text that begins with
    /// "Expected Registration, got". The new credential replaces an earlier one of the same user. A credential of
    /// another user of the same tenant is an error, unless the configuration's `replacesOtherUsers` is set.
    public func registerCredentials(_ url: URL, callback: @escaping (Result<Credential, BISDKError>) -> Void) {
        tell(callback) { engine async throws(SignInError) in try await engine.register(url) }
    }

    /// Registers a credential on this device with the nine digits from another device.
    ///
    /// The call ends when the person has agreed there. `onMatchNumber` shows the number that identifies this device.
    /// The new credential replaces an earlier one of the same user. A credential of another user of the same tenant is
    /// an error, unless the configuration's `replacesOtherUsers` is set.
    public func registerCredentials(
        token: CredentialToken,
        callback: @escaping (Result<[Credential], BISDKError>) -> Void
    ) {
        tell(callback) { engine async throws(SignInError) in
            try await self.importing(token, engine)
        }
    }

    /// Creates a new verifier with its challenge (S256).
    public func createPKCE(callback: @escaping (Result<PKCE, BISDKError>) -> Void) {
        tell(callback) { engine async throws(SignInError) in await engine.createPKCE() }
    }

    /// Gets an authorization code for a confidential client, whose server exchanges it.
    public func authorize(
        pkceChallenge: PKCE.CodeChallenge?,
        scope: String,
        callback: @escaping (Result<AuthorizationCode, BISDKError>) -> Void
    ) {
        tell(callback) { engine async throws(SignInError) in try await engine.authorize(pkceChallenge, scope: scope) }
    }

    /// Runs the whole sign-in of a public client, whose `token_endpoint_auth_method` is `none`.
    public func authenticate(callback: @escaping (Result<TokenResponse, BISDKError>) -> Void) {
        tell(callback) { engine async throws(SignInError) in try await engine.authenticate() }
    }

    /// Offers the credential to a second device.
    ///
    /// The callback receives each status, the last one `.done` or `.aborted`. When the extension cannot begin, the
    /// callback receives one failure.
    ///
    /// The person approves the second device in one of three ways. By default the platform's prompt names the device
    /// and its number. When that prompt shows no text, an alert of the SDK comes before it. When the app has set
    /// `onPairing`, that handler asks the person before the prompt.
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

    /// Cancels the running extension, whose own callback receives `.aborted` before this callback is called.
    ///
    /// The call does nothing when no extension is running.
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

    /// The credentials of this device, with their states from the last contact with the server.
    public func getCredentials(callback: @escaping (Result<[Credential], BISDKError>) -> Void) {
        tell(callback) { engine async throws(SignInError) in try await engine.credentials() }
    }

    /// Removes a credential from this device for good: without another device that has one, only recovery helps.
    ///
    /// `nil` and unknown handles give `.credentialNotFound`.
    public func deleteCredential(
        for handle: Credential.Handle?,
        callback: @escaping (Result<Credential.Handle, BISDKError>) -> Void
    ) {
        tell(callback) { engine async throws(SignInError) in try await engine.delete(handle) }
    }

    /// Removes every credential, key and token of sign-in from this device for good.
    ///
    /// Use this call when the device's list of credentials is damaged, so that no handle leads to a credential.
    public func deleteAllCredentials(callback: @escaping (Result<Void, BISDKError>) -> Void) {
        tell(callback) { engine async throws(SignInError) in try await engine.deleteAll() }
    }
}
