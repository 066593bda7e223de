public import Foundation

/// The app's part of an activation: four closures for the work that only the app can do.
public struct TokenActivationApp: Sendable {
    /// The result of a verification of the person.
    public enum Verification: Hashable, Sendable {
        /// The person is verified.
        case verified
        /// The person cancelled.
        case cancelled
        /// The verification failed.
        case failed
    }

    /// Shows wallet, device and card, and asks; `true` means that the holder agrees.
    ///
    /// The closure may wait for the app's screens after a cold start. Its task is cancelled when the request has ended
    /// in another way. The app then removes the screen, and the returned value has no effect.
    public var confirm: @Sendable (TokenActivationPreview) async -> Bool
    /// Verifies the person, by biometrics or passcode.
    public var verify: @Sendable (TokenActivationPreview) async -> Verification
    /// Opens the wallet's callback; `false` when the system did not, which sets ``TokenActivationEnd/isCallbackStuck``.
    public var open: @Sendable (URL) async -> Bool
    /// Receives the end, once for each link that is for this app, after its callback was opened.
    public var ended: @Sendable (TokenActivationEnd) async -> Void

    /// Creates the app's part; the closures are called off the main actor, and must change the screen on it.
    public init(
        confirm: @escaping @Sendable (TokenActivationPreview) async -> Bool,
        verify: @escaping @Sendable (TokenActivationPreview) async -> Verification,
        open: @escaping @Sendable (URL) async -> Bool,
        ended: @escaping @Sendable (TokenActivationEnd) async -> Void = { _ in }
    ) {
        self.confirm = confirm
        self.verify = verify
        self.open = open
        self.ended = ended
    }
}
