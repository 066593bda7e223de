public import Foundation

/// The life of a request, from the link to the answer.
///
/// The flow is pure: no clock, no I/O, no randomness. It has one request at a time, and a newer link replaces it. Each
/// request is answered exactly once, within five minutes. The flow lives in memory only: it survives a sign-in, but not
/// the process.
///
///     received → confirmed → authenticated → activating → approved | declined | failed → answered
public struct TokenActivationFlow: Sendable {
    /// The state of the flow, by the event that it waits for.
    public enum State: Hashable, Sendable {
        /// The flow waits for a link.
        case idle
        /// The flow waits for the holder to sign in, to see the request, and to agree or refuse.
        case received(TokenActivationRequest)
        /// The flow waits for the verification of the holder.
        case confirmed(TokenActivationRequest)
        /// The flow waits for the start of the backend call.
        case authenticated(TokenActivationRequest)
        /// The flow waits for the backend's answer.
        case activating(TokenActivationRequest)
        /// The token is active; the flow waits for the opening of the callback.
        case approved(TokenActivationRequest)
        /// The holder refused; the flow waits for the opening of the callback.
        case declined(TokenActivationRequest)
        /// The request failed; the flow waits for the opening of the callback.
        case failed(TokenActivationRequest, TokenActivationFailure)
        /// The flow waits for the next link.
        case answered(TokenActivationRequest)
    }

    /// An event of the flow, whose number is the request's id.
    public enum Event: Hashable, Sendable {
        /// A link that the rules accept.
        case linkArrived(TokenActivationLink)
        /// The holder agreed on the app's screen.
        case holderConfirmed(Int)
        /// The holder refused, on the app's screen or at the prompt.
        case holderDeclined(Int)
        /// The person was verified.
        case holderAuthenticated(Int)
        /// The person could not be verified.
        case authenticationFailed(Int)
        /// The backend call has begun: from here on the card may become active.
        case activationBegan(Int)
        /// The backend confirmed that the token is active; the code is for the wallet, when there is one.
        case backendActivated(Int, code: String?)
        /// The backend refused, or its answer did not arrive.
        case backendFailed(Int, TokenActivatorError.Code)
        /// The callback is open, or there was none to open.
        case callbackOpened(Int)
        /// The person signed out; the current request fails.
        case signedOut
        /// Time has passed; a request that is older than five minutes ends.
        case clockTick
    }

    /// An effect for the session to perform.
    public enum Effect: Hashable, Sendable {
        /// Show the request, and ask the holder.
        case ask(TokenActivationRequest)
        /// Verify the person.
        case authenticate(TokenActivationRequest)
        /// Call the backend.
        case activate(TokenActivationRequest)
        /// Report to the backend that the holder refused.
        case reportDecline(TokenActivationRequest)
        /// Open the callback, when there is one, and inform the app.
        case answer(TokenActivationEnd)
    }

    /// The lifetime in seconds of a request, and of the memory of answered links.
    public static let secondsToLive: TimeInterval = 300

    /// The current state, which only events change.
    public internal(set) var state = State.idle
    var lastID = 0
    var spent = SpentLinks()

    /// Creates an idle flow without memory of earlier links.
    public init() {}

    /// The current request, until it has ended.
    public var openRequest: TokenActivationRequest? {
        switch state {
        case .received(let request), .confirmed(let request), .authenticated(let request), .activating(let request):
            request
        case .idle, .approved, .declined, .failed, .answered: nil
        }
    }
}

/// One link in the flow.
public struct TokenActivationRequest: Hashable, Sendable, Identifiable {
    /// The id that the flow counts up: an event of an earlier request changes nothing in a later one.
    public let id: Int
    /// The link that began it.
    public let link: TokenActivationLink
    /// The time from which the request has failed.
    public let expiresAt: Date
}

extension TokenActivationRequest: CustomStringConvertible {
    public var description: String { "TokenActivationRequest(\(id))" }
}
