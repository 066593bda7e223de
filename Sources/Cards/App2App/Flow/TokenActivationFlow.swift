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
        /// The holder said no; for the callback to be opened.
        case declined(TokenActivationRequest)
        /// It could not be done; for the callback to be opened.
        case failed(TokenActivationRequest, TokenActivationFailure)
        /// For the next link.
        case answered(TokenActivationRequest)
    }

    /// What happens; the number is the request's.
    public enum Event: Hashable, Sendable {
        /// A link that the rules take.
        case linkArrived(TokenActivationLink)
        /// The holder said yes on the app's screen.
        case holderConfirmed(Int)
        /// The holder said no, on the app's screen or to the prompt.
        case holderDeclined(Int)
        /// The person was verified.
        case holderAuthenticated(Int)
        /// The person could not be verified.
        case authenticationFailed(Int)
        /// The call to the backend is under way: from here on the card may become active.
        case activationBegan(Int)
        /// The backend said that the token is active; the code is for the wallet, where there is one.
        case backendActivated(Int, code: String?)
        /// The backend refused, or its word did not come.
        case backendFailed(Int, TokenActivatorError.Code)
        /// The answer is out, or there was nothing to open.
        case callbackOpened(Int)
        /// The person left the app; what is under way ends as a failure.
        case signedOut
        /// Time has passed; ends what is older than five minutes.
        case clockTick
    }

    /// What is to be done.
    public enum Effect: Hashable, Sendable {
        /// Show what is asked, and ask.
        case ask(TokenActivationRequest)
        /// Verify the person.
        case authenticate(TokenActivationRequest)
        /// Call the backend.
        case activate(TokenActivationRequest)
        /// Tell the backend that the holder said no.
        case reportDecline(TokenActivationRequest)
        /// Open the callback, where there is one, and tell the app.
        case answer(TokenActivationEnd)
    }

    /// Of a request, and of the memory of links that were answered.
    public static let secondsToLive: TimeInterval = 300

    /// Where it stands; moved by events alone.
    public internal(set) var state = State.idle
    var lastID = 0
    var spent = SpentLinks()

    /// Idle, with no memory of earlier links.
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
