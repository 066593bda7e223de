import ChaveBase
import Dispatch

extension CoreEmbedded {
    /// The access token of the last `authenticate`, refreshed when it is about to expire.
    ///
    /// `authenticate` stores its tokens in the device's sealed store. They stay until `signOut`, or until the
    /// credential is deleted or replaced.
    ///
    /// This call shows no prompt and waits for no other call. It also works while other calls wait or a credential is
    /// being extended. When many callers ask at once, one refresh serves all of them. The SDK never retries a refresh
    /// by itself, because using a refresh token spends it.
    ///
    /// - Throws: `.signInRequired` when there are no tokens, or the server no longer accepts the refresh token.
    public func accessToken() async throws(SignInError) -> AccessToken {
        guard let engine = configured else { throw .notInitialized }
        return try await engine.accessToken()
    }

    /// The access token of the last `authenticate`, refreshed when it is about to expire; see the `async` form.
    public func accessToken(callback: @escaping (Result<AccessToken, BISDKError>) -> Void) {
        let carried = Carried(value: callback)
        let queue = configured?.surroundings.callbackQueue ?? .main
        Task {
            let result: Result<AccessToken, BISDKError>
            do throws(SignInError) {
                result = .success(try await accessToken())
            } catch {
                result = .failure(error.legacy)
            }
            queue.async { carried.value(result) }
        }
    }

    /// Deletes this client's tokens from the device and revokes them at the server; the credential stays.
    ///
    /// The tokens are deleted from the device even when the request fails.
    public func signOut() async throws(SignInError) {
        try await value { engine async throws(SignInError) in try await engine.signOut() }
    }

    /// Deletes this client's tokens from the device and revokes them at the server; the credential stays.
    ///
    /// The tokens are deleted from the device even when the request fails.
    public func signOut(callback: @escaping (Result<Void, BISDKError>) -> Void) {
        tell(callback) { engine async throws(SignInError) in try await engine.signOut() }
    }
}
