public import Foundation

/// The end of a link, with the callback to open.
public struct TokenActivationEnd: Hashable, Sendable {
    /// The request's id; `nil` for a link that never became one.
    public let request: Int?
    /// The outcome, which the wallet receives when the rules allow it.
    public let outcome: TokenActivationOutcome
    /// The reason, when the outcome is `failure`.
    public let failure: TokenActivationFailure?
    /// The address to open; `nil` when the request ends in the app.
    public let callback: URL?
    /// Whether the system failed to open the callback.
    ///
    /// The app then shows a way back to the wallet, such as a button that tries again.
    public internal(set) var isCallbackStuck = false

    init(
        request: Int?,
        outcome: TokenActivationOutcome,
        failure: TokenActivationFailure? = nil,
        callback: URL?
    ) {
        self.request = request
        self.outcome = outcome
        self.failure = failure
        self.callback = callback
    }
}

extension TokenActivationEnd: CustomStringConvertible, CustomReflectable {
    /// A description without the callback, which may carry a code.
    public var description: String { "TokenActivationEnd(\(outcome.rawValue))" }
    public var customMirror: Mirror { Mirror(self, children: ["outcome": outcome]) }
}
