/// Why a request ended as `failure`.
public enum TokenActivationFailure: Hashable, Sendable {
    /// The link is for this app, but its payload or the whole link is refused.
    case unreadable(TokenActivationLinkRefusal)
    /// The payload names no token, or neither card nor wallet: nothing was sent to the backend.
    case incomplete
    /// A newer link replaced the request; when the backend had already been asked, the card may be active.
    case replaced(mayBeActive: Bool)
    /// The five minutes were over; when the backend had already been asked, the card may be active.
    case expired(mayBeActive: Bool)
    /// The person signed out; when the backend had already been asked, the card may be active.
    case signedOut(mayBeActive: Bool)
    /// The person could not be verified.
    case notAuthenticated
    /// The backend refused, failed or could not be asked.
    case backend(TokenActivatorError.Code)

    /// Whether the card may be active although the wallet receives a failure.
    ///
    /// The person should then check the wallet before they begin again.
    public var mayBeActive: Bool {
        switch self {
        case .replaced(let mayBeActive), .expired(let mayBeActive), .signedOut(let mayBeActive): mayBeActive
        case .backend(let code): code == .outcomeUnknown
        case .unreadable, .incomplete, .notAuthenticated: false
        }
    }
}
