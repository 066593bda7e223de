/// The life of an activation.
public enum ActivationState: Hashable, Sendable {
    /// The holder said yes; the network is asked, and what it did is found out.
    ///
    /// Leads to ``active``, ``refused(_:)`` or ``failed(_:)``.
    case activating(Phase)
    /// The network said that the token is active.
    ///
    /// The end: what becomes of the token later is the token's state.
    case active
    /// The holder said no; the end, but for telling the network.
    case declined(isNetworkTold: Bool)
    /// The request was refused, here or by the network; the end.
    case refused(ActivationRefusal.Code)
    /// Nothing came of it before its time was over; the end.
    case failed(ActivationRefusal.Code)

    /// How far the questions to the network have come.
    public enum Phase: String, Hashable, Sendable, CaseIterable {
        /// It is asked to activate the token, or was and did nothing.
        case asking
        /// It may have activated the token: the token is read.
        case unsure
        /// The token was not active, so the network is asked once more, with the same operation.
        case askingAgain = "asking_again"
        /// What came of asking again is unknown too; the token is read again.
        case readingAgain = "reading_again"
        /// It refused to be asked again; the token is read until nothing that was sent before can still be carried out, for
        /// it may refuse what is done already.
        case lastLook = "last_look"
    }

    /// What a state is called in answers and in the storage.
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

    /// Why it was refused or has failed.
    public var reason: ActivationRefusal.Code? {
        switch self {
        case .refused(let reason), .failed(let reason): reason
        case .activating, .active, .declined: nil
        }
    }

    public var isActivating: Bool { name == .activating }
}
