/// What an access token is needed for.
public enum AccessTokenNeed: Hashable, Sendable {
    /// Any that the backend takes.
    case any
    /// One whose person was verified at most so long ago: by passkey, device key or a new sign-in.
    case fresh(withinSeconds: Int)
}
