/// What a test authenticator was asked, without challenges or user handles.
public struct TestQuestion: Hashable, Sendable {
    /// Which of WebAuthn's two ceremonies.
    public enum Ceremony: Hashable, Sendable {
        /// A key is to be made.
        case registration
        /// A key is to sign.
        case authentication
    }

    /// Whether a key was to be made or to sign.
    public var ceremony: Ceremony
    /// For whom.
    public var relyingPartyID: String?
    /// Whether the relying party wanted the person verified: `required`, `preferred`, `discouraged` or nothing.
    public var userVerification: String?
    /// The ids that might sign, at a registration those that must not be there.
    public var credentials: [[UInt8]]
}
