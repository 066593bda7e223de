public import ChaveBase
public import ChavePixModel

/// The platform's own look at a WebAuthn ceremony: what was asked, what came, and what was said of it.
///
/// For whoever develops against the platform. It holds challenges, signatures and credential ids, so that it is told to a
/// listener in memory, and stands in no log and no store; written as text it says nothing.
public struct CeremonyAccount: Hashable, Sendable, Redacted {
    /// The enrollment or intent that the ceremony was for.
    public var object: ObjectReference
    public var at: Timestamp
    public var relyingPartyID: String
    public var origins: [String]
    public var challenge: Octets
    /// `required`, `preferred` or `discouraged`.
    public var userVerification: String
    public var answer: Answer
    /// The raw value of the step that refused, by its finer name where it is an attestation's; `nil` when it held.
    public var refusal: String?

    /// What came, with what it alone is compared with.
    public enum Answer: Hashable, Sendable {
        /// `algorithms` were offered.
        case registration(RegistrationCredential, algorithms: [Int64])
        /// `stored` is the credential as of then; `allowed` are the ids that were asked for, `nil` when none were.
        case authentication(AssertionCredential, stored: EnrolledCredential, allowed: [Octets]?)
    }

    public init(
        object: ObjectReference,
        at: Timestamp,
        relyingPartyID: String,
        origins: [String],
        challenge: Octets,
        userVerification: String,
        answer: Answer,
        refusal: String?
    ) {
        self.object = object
        self.at = at
        self.relyingPartyID = relyingPartyID
        self.origins = origins
        self.challenge = challenge
        self.userVerification = userVerification
        self.answer = answer
        self.refusal = refusal
    }
}
