public import ChaveBase
public import ChavePixModel

/// The state of a payment.
///
/// Each case names the next step and carries the data for it.
///
/// A state is stored before the call that it announces is sent. Exception: `consented`. The bank repeats its response
/// about a consent under the same key, so `consented` is stored with the challenge, or when a run pauses. A step that
/// is marked as sent never counts as undone.
public enum PaymentIntentState: Hashable, Sendable, Codable {
    /// Stored with its end-to-end id; the bank may already have a consent. Next: that consent, until `deadline`.
    case created(deadline: Timestamp)
    /// The bank has a consent, and its challenge is late. Next: that challenge, before the consent's own `deadline`.
    case consented(deadline: Timestamp)
    /// PENDING: waits for the assertion until `deadline`, 10 s before the bank's own.
    case awaitingApproval(Challenge, deadline: Timestamp)
    /// The deadline passed. Next: the platform reads the consent at the bank, and the consent's state decides.
    case lapsing
    /// The assertion was accepted (204), and the authorisation was sent, or its response was lost.
    ///
    /// The platform repeats it with its idempotency key, or reads the consent.
    case authorising(Approval)
    /// The bank has authorised; the payment was sent, or its response was lost.
    ///
    /// The platform sends `body` again for at most 11 h.
    case paying(body: Sealed, sentAt: Timestamp)
    /// The bank has the payment. The platform reads it until the bank reports an end.
    case settling(since: Timestamp)
    /// The bank has the payments of a schedule. The platform reads them when one is due, and at `lookAt` at the latest.
    case scheduled(lookAt: Timestamp)
    /// The money moved; after a schedule, that of at least one charge.
    case succeeded(at: Timestamp)
    case ended(PaymentIntentEnd)

    /// The bank's request options and the values that are checked against them.
    public struct Challenge: Hashable, Sendable, Codable {
        public var challenge: Octets
        public var relyingPartyID: String
        public var allowedCredentials: [Octets]
        public var userVerification: String

        public init(
            challenge: Octets,
            relyingPartyID: String,
            allowedCredentials: [Octets],
            userVerification: String
        ) {
            self.challenge = challenge
            self.relyingPartyID = relyingPartyID
            self.allowedCredentials = allowedCredentials
            self.userVerification = userVerification
        }
    }

    /// The device's approval: assertion and signals as the bank's JSON, sealed.
    ///
    /// `at` is by the clock of deadlines: the deadline for sending the payment counts from `at`.
    public struct Approval: Hashable, Sendable, Codable {
        public var body: Sealed
        public var at: Timestamp

        public init(body: Sealed, at: Timestamp) {
            self.body = body
            self.at = at
        }
    }
}

/// Why and how an intent ended without a transfer of money.
public struct PaymentIntentEnd: Hashable, Sendable, Codable {
    public var outcome: Outcome
    public var code: FailureCode
    /// The bank's cleaned message; `nil` means our sentence for the code.
    public var message: String?

    public enum Outcome: String, Hashable, Sendable, Codable {
        case failed, canceled
    }

    public init(_ outcome: Outcome, _ code: FailureCode, message: String? = nil) {
        self.outcome = outcome
        self.code = code
        self.message = message
    }
}
