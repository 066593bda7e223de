public import Foundation

/// How a link ended, and what is opened for it.
public struct TokenActivationEnd: Hashable, Sendable {
    /// The request's id; `nil` for a link that never became one.
    public let request: Int?
    /// How it ended, as the wallet is told where it is told.
    public let outcome: TokenActivationOutcome
    /// Where the outcome is `failure`.
    public let failure: TokenActivationFailure?
    /// What is opened; `nil` where it ends in the app.
    public let callback: URL?
    /// The system would not open the callback: the app shows a way back to the wallet, such as a button that tries again.
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
    /// Without the callback, which may carry a code.
    public var description: String { "TokenActivationEnd(\(outcome.rawValue))" }
    public var customMirror: Mirror { Mirror(self, children: ["outcome": outcome]) }
}
