import Dispatch

extension CoreEmbedded {
    /// An access token of the last `authenticate`, refreshed where it is about to end.
    ///
    /// `authenticate` keeps its tokens in the device's sealed store, until `signOut`, or until the credential is deleted or
    /// replaced. This call asks no person and waits for none: it is made at once, also while other calls wait or a
    /// credential is extended, and of many at once one refreshes for all. A refresh is never repeated by itself, because
    /// its token is spent by its use.
    ///
    /// - Throws: `.signInRequired` where there are no tokens, or the server does not take the refresh token any more.
    public func accessToken() async throws(SignInError) -> AccessToken {
        guard let engine = configured else { throw .notInitialized }
        return try await engine.accessToken()
    }

    /// An access token of the last `authenticate`, refreshed where it is about to end; see the other form of this call.
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

    /// Forgets the tokens of this client and has the server take them back; the credential stays.
    ///
    /// The tokens are gone from the device whatever becomes of the request.
    public func signOut() async throws(SignInError) {
        try await value { engine async throws(SignInError) in try await engine.signOut() }
    }

    /// Forgets the tokens of this client and has the server take them back; the credential stays.
    ///
    /// The tokens are gone from the device whatever becomes of the request.
    public func signOut(callback: @escaping (Result<Void, BISDKError>) -> Void) {
        tell(callback) { engine async throws(SignInError) in try await engine.signOut() }
    }
}
