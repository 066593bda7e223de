public import ChaveBase

/// An event in the life of an activation.
public enum ActivationEvent: Hashable, Sendable {
    /// A caller or the sweep resumes the activation.
    case resumed
    /// The network did the order, and reports the token's state.
    case answered(TokenState)
    /// The network refused, and did nothing.
    case networkRefused
    /// The network could not be reached, and did nothing.
    case networkAway
    /// It is unknown whether the network did anything.
    case outcomeUnknown
    case tokenRead(TokenState)
    /// The network no longer knows the token.
    case tokenGone
    /// The network does not give the token's state.
    case tokenUnreadable
}

/// The next action for an activation.
public enum ActivationStep: Hashable, Sendable {
    /// Ask the network to activate the token, with the activation's operation.
    case askNetwork
    /// Tell the network that the holder said no.
    case tellNetwork
    case readToken
    /// The token became active: store that state with the notice.
    case notifyHolder
    /// Wait for the next call with the same key, or for the sweep; the caller of an activation gets this code.
    case wait(ActivationRefusal.Code)
    /// Nothing is left to do.
    case rest
}

/// The times from which an activation's events are too late.
public struct ActivationDeadlines: Hashable, Sendable {
    /// The end of the network's wait; `nil` when it did not wait.
    public var stepUpEndsAt: Timestamp?
    /// The time until which an order without a response may still be carried out, even one sent late in the wait.
    ///
    /// `nil` when the network did not wait.
    public var ordersLandUntil: Timestamp?
    /// The time from which the outcome is not looked up any more.
    public var settlesUntil: Timestamp

    public init(stepUpEndsAt: Timestamp?, ordersLandUntil: Timestamp?, settlesUntil: Timestamp) {
        self.stepUpEndsAt = stepUpEndsAt
        self.ordersLandUntil = ordersLandUntil
        self.settlesUntil = settlesUntil
    }

    func isStepUpOver(at now: Timestamp) -> Bool { stepUpEndsAt.map { $0 <= now } ?? true }

    /// Whether no order that was sent can still activate the token.
    func haveOrdersLanded(at now: Timestamp) -> Bool { ordersLandUntil.map { $0 <= now } ?? true }
}

/// An event that cannot happen in a state: a bug on our side.
public struct UnexpectedActivationEvent: Error, Hashable, Sendable {
    public var state: ActivationState
    public var event: ActivationEvent

    public init(state: ActivationState, event: ActivationEvent) {
        self.state = state
        self.event = event
    }
}
