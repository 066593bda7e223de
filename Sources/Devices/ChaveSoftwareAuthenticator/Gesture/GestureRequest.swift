/// What a person is asked before a key is made or used.
public struct GestureRequest: Sendable, Hashable {
    /// What the person is asked for.
    public enum Ceremony: Sendable, Hashable {
        /// To make a credential.
        case registration
        /// To sign with one.
        case authentication
    }

    /// How much the relying party wants to know that it is the right person (WebAuthn Level 3, section 5.8.6).
    public enum Verification: String, Sendable, Hashable {
        /// Without it there is no answer.
        case required
        /// Where it can be had.
        case preferred
        /// Presence will do.
        case discouraged
    }

    /// What the person is asked for.
    public var ceremony: Ceremony
    /// Whom the key is for; show it.
    public var relyingPartyID: String
    /// The account, where it is known; show it.
    public var userName: String?
    /// Whether the person must be verified.
    public var verification: Verification
    /// How long the relying party waits, a hint.
    public var timeoutMilliseconds: Int?
    /// The question itself, where the asker has one of its own; else the ceremony and the relying party make it.
    public var prompt: String?

    /// Whether presence alone ends the ceremony in a refusal.
    public var requiresVerification: Bool { verification == .required }

    /// For a test of a gesture.
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
