/// The question to a person before a key is made or used.
public struct GestureRequest: Sendable, Hashable {
    /// The purpose of the question.
    public enum Ceremony: Sendable, Hashable {
        /// Making a credential.
        case registration
        /// Signing with a credential.
        case authentication
    }

    /// The relying party's requirement to verify the person (WebAuthn Level 3, section 5.8.6).
    public enum Verification: String, Sendable, Hashable {
        /// The ceremony fails without verification.
        case required
        /// The authenticator verifies the person if it can.
        case preferred
        /// Presence is sufficient.
        case discouraged
    }

    /// The purpose of the question.
    public var ceremony: Ceremony
    /// The relying party of the key; show it to the person.
    public var relyingPartyID: String
    /// The account, when it is known; show it to the person.
    public var userName: String?
    /// Whether the person must be verified.
    public var verification: Verification
    /// The time that the relying party waits, as a hint.
    public var timeoutMilliseconds: Int?
    /// The text of the question; `nil` lets the ceremony and the relying party define it.
    public var prompt: String?

    /// Whether the ceremony fails when the gesture shows only presence.
    public var requiresVerification: Bool { verification == .required }

    /// Creates a request, for a test of a gesture.
    public init(
        ceremony: Ceremony,
        relyingPartyID: String,
        userName: String?,
        verification: Verification,
        timeoutMilliseconds: Int? = nil,
        prompt: String? = nil
    ) {
        self.ceremony = ceremony
        self.relyingPartyID = relyingPartyID
        self.userName = userName
        self.verification = verification
        self.timeoutMilliseconds = timeoutMilliseconds
        self.prompt = prompt
    }
}
