public import ChaveBase
public import ChavePixModel
public import PaymentsModel

/// The platform's own verification of a WebAuthn ceremony: the request, the response and the result.
///
/// For developers who work with the platform. The account holds challenges, signatures and credential ids. Therefore
/// only a listener in memory receives it: no log and no store contains it, and its text form shows nothing.
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
    /// The raw value of the refusing step, or the finer name of an attestation's step; `nil` when the ceremony is
    /// valid.
    public var refusal: String?

    /// The received response, with the values that only this kind of response is compared with.
    public enum Answer: Hashable, Sendable {
        /// A registration; `algorithms` are the offered algorithms.
        case registration(RegistrationCredential, algorithms: [Int64])
        /// An authentication.
        ///
        /// `stored` is the credential at that time. `allowed` are the requested credential ids, `nil` when the request
        /// named none.
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
