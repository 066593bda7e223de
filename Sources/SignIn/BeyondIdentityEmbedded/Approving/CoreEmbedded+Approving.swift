public import Foundation

extension CoreEmbedded {
    /// Signs in a browser whose page shows this address as a QR code.
    ///
    /// The platform asks the person twice. The first prompt comes before the SDK learns who asks. The second comes
    /// after the person has picked the page's number, and before the browser is signed in. A refusal needs no prompt.
    ///
    /// - Parameters:
    ///   - url: the address as the app read it, of the configured server and of a tenant whose credential this device
    ///     has.
    ///   - pick: shows the browser and the three numbers, and waits; the SDK cancels it when the time is up.
    /// - Returns: the outcome at the server.
    /// - Throws: `.invalidParameters` for other addresses, before anything is sent; `.refused` when no page waits
    ///   there.
    public func approveSignIn(
        _ url: URL,
        pick: @escaping @Sendable (BrowserSignIn) async -> PairingAnswer
    ) async throws(SignInError) -> BrowserSignInOutcome {
        try await value { engine async throws(SignInError) in try await engine.approve(url, pick) }
    }

    /// Signs in a browser like the `async` form, and calls `callback` exactly once with the result.
    public func approveSignIn(
        _ url: URL,
        pick: @escaping @Sendable (BrowserSignIn) async -> PairingAnswer,
        callback: @escaping (Result<BrowserSignInOutcome, BISDKError>) -> Void
    ) {
        tell(callback) { engine async throws(SignInError) in try await engine.approve(url, pick) }
    }
}
