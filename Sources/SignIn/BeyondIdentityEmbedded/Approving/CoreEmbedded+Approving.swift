public import Foundation

extension CoreEmbedded {
    /// Signs a browser in, whose page shows this address as a QR.
    ///
    /// The person is asked twice by the platform: before it is told who asks, and, once they have picked the number that the
    /// page shows, before the browser is let in. To say no nobody is asked.
    ///
    /// - Parameters:
    ///   - url: as it was read; only addresses of the configured server, of a tenant of whom this device has a credential.
    ///   - pick: shows who asks and the three numbers, and waits; it is cancelled when the time is up.
    /// - Returns: what the server made of it.
    /// - Throws: `.invalidParameters` for other addresses, before anything is sent; `.refused` where no page waits there.
    public func approveSignIn(
        _ url: URL,
        pick: @escaping @Sendable (BrowserSignIn) async -> PairingAnswer
    ) async throws(SignInError) -> BrowserSignInOutcome {
        try await value { engine async throws(SignInError) in try await engine.approve(url, pick) }
    }

    /// The same, told to a callback, once.
    public func approveSignIn(
        _ url: URL,
        pick: @escaping @Sendable (BrowserSignIn) async -> PairingAnswer,
        callback: @escaping (Result<BrowserSignInOutcome, BISDKError>) -> Void
    ) {
        tell(callback) { engine async throws(SignInError) in try await engine.approve(url, pick) }
    }
}
