/// The life of an activation.
public enum ActivationState: Hashable, Sendable {
    /// The holder said yes; the server asks the network and finds out the outcome.
    ///
    /// This state leads to ``active``, ``refused(_:)`` or ``failed(_:)``.
    case activating(Phase)
    /// The network reported the token as active.
    ///
    /// This is an end: later changes of the token show in the token's own state.
    case active
    /// The holder said no; an end, except that the network may still have to hear of it.
    case declined(isNetworkTold: Bool)
    /// The server or the network refused the request; an end.
    case refused(ActivationRefusal.Code)
    /// The activation did not succeed in its time; an end.
    case failed(ActivationRefusal.Code)

    /// The progress of the calls to the network.
    public enum Phase: String, Hashable, Sendable, CaseIterable {
        /// The activation order is being sent, or was sent and did nothing.
        case asking
        /// The network may have activated the token: the token is read.
        case unsure
        /// The token was not active, so the network gets the same operation once more.
        case askingAgain = "asking_again"
        /// The outcome of the second order is unknown too; the token is read again.
        case readingAgain = "reading_again"
        /// The network refused the second order, perhaps because the first one is done already.
        ///
        /// The token is read until no earlier order can still be carried out.
        case lastLook = "last_look"
    }

    /// A state's name in responses and in the storage.
    public enum Name: String, Hashable, Sendable, CaseIterable {
        case activating = "ACTIVATING"
        case active = "ACTIVE"
        case declined = "DECLINED"
        case refused = "REFUSED"
        case failed = "FAILED"
    }

    public var name: Name {
        switch self {
        case .activating: .activating
        case .active: .active
        case .declined: .declined
        case .refused: .refused
        case .failed: .failed
        }
    }

    /// The reason of a refusal or a failure.
    public var reason: ActivationRefusal.Code? {
        switch self {
        case .refused(let reason), .failed(let reason): reason
        case .activating, .active, .declined: nil
        }
    }

    public var isActivating: Bool { name == .activating }
}
