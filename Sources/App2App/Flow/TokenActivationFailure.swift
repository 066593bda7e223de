/// Why a request ended as `failure`.
public enum TokenActivationFailure: Hashable, Sendable {
    /// The link is the app's own, but its payload is refused, or the whole link is.
    case unreadable(TokenActivationLinkRefusal)
    /// The payload names no token, or neither card nor wallet: nothing was sent to the backend.
    case incomplete
    /// A newer link took its place.
    case replaced
    /// Its five minutes were over.
    case expired
    /// The person signed out.
    case signedOut
    /// The person could not be verified.
    case notAuthenticated
    /// The backend refused, failed or could not be asked.
    case backend(TokenActivatorError.Code)
}
