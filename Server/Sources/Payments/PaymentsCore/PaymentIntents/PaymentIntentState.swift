public import ChaveBase
public import ChavePixModel

/// Where a payment stands.
///
/// Each case says what happens next; what that needs lives in the case.
///
/// A case is stored before the call that it announces leaves, but for `consented`: what the bank says of a consent it says again
/// under the same key, so it is stored with the challenge, or when a run pauses. A step marked as sent is never taken for undone.
public enum PaymentIntentState: Hashable, Sendable, Codable {
    /// Stored with its end-to-end id; the bank may have a consent already. Next: that consent; given up at `deadline`.
    case created(deadline: Timestamp)
    /// The bank has a consent, and was late with a challenge for it. Next: that challenge, before the consent's own `deadline`.
    case consented(deadline: Timestamp)
    /// PENDING: waits for the assertion until `deadline`, 10 s before the bank's own.
    case awaitingApproval(Challenge, deadline: Timestamp)
    /// The deadline passed. Next: the bank's consent is read, and what it says decides.
    case lapsing
    /// The assertion was accepted (204), and the authorisation is on its way or its answer was lost: repeated with its key,
    /// or the consent is read.
    case authorising(Approval)
    /// The bank has authorised; the payment is on its way, or its answer was lost: `body` again for at most 20 h.
    case paying(body: Sealed, sentAt: Timestamp)
    /// The bank has the payment. It is read until it says an end.
    case settling(since: Timestamp)
    case succeeded(at: Timestamp)
    case ended(PaymentIntentEnd)

    /// The bank's request options and what is checked against them.
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

    /// What the device approved with: assertion and signals as the bank's JSON, sealed.
    ///
    /// `at` is by the clock that deadlines read: from there it is counted until when the payment must leave.
    public struct Approval: Hashable, Sendable, Codable {
        public var body: Sealed
        public var at: Timestamp

        public init(body: Sealed, at: Timestamp) {
            self.body = body
            self.at = at
        }
    }
}

/// Why and how an intent ended without money having moved.
public struct PaymentIntentEnd: Hashable, Sendable, Codable {
    public var outcome: Outcome
    public var code: FailureCode
    /// The bank's words, cleaned; `nil`: our sentence for the code.
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
