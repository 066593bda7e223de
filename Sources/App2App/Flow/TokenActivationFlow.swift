public import Foundation

/// The life of a request, from the link to the answer.
///
/// Pure: no clock, no I/O, no randomness. One request at a time; a newer link replaces it. Each request is answered exactly
/// once, within five minutes. The flow lives in memory only: it outlasts a sign-in, and not the process.
///
///     received → confirmed → authenticated → activating → approved | declined | failed → answered
public struct TokenActivationFlow: Sendable {
    /// What the request waits for.
    public enum State: Hashable, Sendable {
        /// For a link.
        case idle
        /// For the holder to sign in, to see what is asked, and to say yes or no.
        case received(TokenActivationRequest)
        /// For the holder to be verified.
        case confirmed(TokenActivationRequest)
        /// For the call to the backend to begin.
        case authenticated(TokenActivationRequest)
        /// For what the backend says.
        case activating(TokenActivationRequest)
        /// For the callback to be opened; so do the next two.
        case approved(TokenActivationRequest)
        case declined(TokenActivationRequest)
        case failed(TokenActivationRequest, TokenActivationFailure)
        /// For the next link.
        case answered(TokenActivationRequest)
    }

    /// What happens; the number is the request's.
    public enum Event: Hashable, Sendable {
        case linkArrived(TokenActivationLink)
        case holderConfirmed(Int)
        case holderDeclined(Int)
        case holderAuthenticated(Int)
        case authenticationFailed(Int)
        case activationBegan(Int)
        /// The backend said that the token is active; the code is for the wallet, where there is one.
        case backendActivated(Int, code: String?)
        case backendFailed(Int, TokenActivatorError.Code)
        case callbackOpened(Int)
        case signedOut
        case clockTick
    }

    /// What is to be done.
    public enum Effect: Hashable, Sendable {
        /// Show what is asked, and ask.
        case ask(TokenActivationRequest)
        case authenticate(TokenActivationRequest)
        case activate(TokenActivationRequest)
        /// Tell the backend that the holder said no.
        case reportDecline(TokenActivationRequest)
        /// Open the callback, where there is one, and tell the app.
        case answer(TokenActivationEnd)
    }

    /// Of a request, and of the memory of links that were answered.
    public static let secondsToLive: TimeInterval = 300

    public internal(set) var state = State.idle
    var lastID = 0
    var spent = SpentLinks()

    public init() {}

    /// The request that is under way and not yet ended.
    public var openRequest: TokenActivationRequest? {
        switch state {
        case .received(let request), .confirmed(let request), .authenticated(let request), .activating(let request):
            request
        case .idle, .approved, .declined, .failed, .answered: nil
        }
    }
}
