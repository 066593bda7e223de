public import Foundation

/// What an app does for an activation: four closures, each for one thing that only it can do.
public struct TokenActivationApp: Sendable {
    /// How the attempt to verify the person ended.
    public enum Verification: Hashable, Sendable {
        /// It is the person.
        case verified
        /// The person did not want to.
        case cancelled
        /// It could not be done.
        case failed
    }

    /// Shows wallet, device and card, and asks; `true` for yes.
    ///
    /// It may wait for the app's screens after a cold start. Its task is cancelled when the request has ended otherwise:
    /// the screen then goes, and what is returned has no effect.
    public var confirm: @Sendable (TokenActivationPreview) async -> Bool
    /// Verifies the person, by biometrics or passcode.
    public var verify: @Sendable (TokenActivationPreview) async -> Verification
    /// Opens the wallet's callback; `false` where the system would not, which ``TokenActivationEnd/isCallbackStuck`` tells.
    public var open: @Sendable (URL) async -> Bool
    /// Told once for each link that is for this app, after its callback was opened.
    public var ended: @Sendable (TokenActivationEnd) async -> Void

    /// The closures are called off the main actor; what they do to the screen, they do there.
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
