/// Why a request ended as `failure`.
public enum TokenActivationFailure: Hashable, Sendable {
    /// The link is the app's own, but its payload is refused, or the whole link is.
    case unreadable(TokenActivationLinkRefusal)
    /// The payload names no token, or neither card nor wallet: nothing was sent to the backend.
    case incomplete
    /// A newer link took its place; where the backend had been asked by then, the card may be active.
    case replaced(mayBeActive: Bool)
    /// Its five minutes were over; where the backend had been asked by then, the card may be active.
    case expired(mayBeActive: Bool)
    /// The person signed out; where the backend had been asked by then, the card may be active.
    case signedOut(mayBeActive: Bool)
    /// The person could not be verified.
    case notAuthenticated
    /// The backend refused, failed or could not be asked.
    case backend(TokenActivatorError.Code)

    /// Whether the card may be active although the wallet hears of a failure: then nobody is to begin again before they
    /// have looked.
    public var mayBeActive: Bool {
        switch self {
        case .replaced(let mayBeActive), .expired(let mayBeActive), .signedOut(let mayBeActive): mayBeActive
        case .backend(let code): code == .outcomeUnknown
        case .unreadable, .incomplete, .notAuthenticated: false
        }
    }
}
