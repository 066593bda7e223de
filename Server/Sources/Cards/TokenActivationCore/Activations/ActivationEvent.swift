public import ChaveBase

/// What an activation hears.
public enum ActivationEvent: Hashable, Sendable {
    /// Somebody takes over what broke off.
    case resumed
    /// The network did as it was asked, and says what the token is now.
    case answered(TokenState)
    /// The network said no, and did nothing.
    case networkRefused
    /// The network could not be reached, and did nothing.
    case networkAway
    /// Whether the network did anything, nobody knows.
    case outcomeUnknown
    case tokenRead(TokenState)
    /// The network knows no such token any more.
    case tokenGone
    /// The network does not say what the token is.
    case tokenUnreadable
}

/// What is to be done next.
public enum ActivationStep: Hashable, Sendable {
    /// Ask the network to activate the token, with the activation's operation.
    case askNetwork
    /// Tell the network that the holder said no.
    case tellNetwork
    case readToken
    /// The token became active: store that, with the notice.
    case notifyHolder
    /// The next call with the same key, or the sweep, goes on from here; who asked for an activation is told this.
    case wait(ActivationRefusal.Code)
    /// Nothing, for good.
    case rest
}

/// When an activation's events are too late.
public struct ActivationDeadlines: Hashable, Sendable {
    /// When the network's wait ends; `nil` where it did not wait.
    public var stepUpEndsAt: Timestamp?
    /// Until then an order whose answer nobody heard may still be carried out, however late in the wait it was sent;
    /// `nil` where the network did not wait.
    public var ordersLandUntil: Timestamp?
    /// When nobody asks any more what came of it.
    public var settlesUntil: Timestamp

    public init(stepUpEndsAt: Timestamp?, ordersLandUntil: Timestamp?, settlesUntil: Timestamp) {
        self.stepUpEndsAt = stepUpEndsAt
        self.ordersLandUntil = ordersLandUntil
        self.settlesUntil = settlesUntil
    }

    func isStepUpOver(at now: Timestamp) -> Bool { stepUpEndsAt.map { $0 <= now } ?? true }

    /// Whether a token that is not active now will not become so by anything that was sent.
    func haveOrdersLanded(at now: Timestamp) -> Bool { ordersLandUntil.map { $0 <= now } ?? true }
}

/// An event that cannot happen in a state: our mistake.
public struct UnexpectedActivationEvent: Error, Hashable, Sendable {
    public var state: ActivationState
    public var event: ActivationEvent

    public init(state: ActivationState, event: ActivationEvent) {
        self.state = state
        self.event = event
    }
}
