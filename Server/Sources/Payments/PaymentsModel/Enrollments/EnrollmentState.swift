public import ChaveBase
public import ChavePixModel

/// The state of an enrollment.
///
/// Each case names the next step and carries the data for it.
///
/// A state is stored before the call that it announces is sent. After a crash, the state therefore shows which call may
/// have been sent. The transition out of a case erases its sealed values.
public enum EnrollmentState: Hashable, Sendable, Codable {
    /// Stored. Next: the bank's enrollment, until `deadline`.
    case created(signals: Sealed, Redirection, deadline: Timestamp)
    /// The bank has its enrollment. Next: the risk signals.
    case knownToBank(signals: Sealed, Redirection, deadline: Timestamp)
    /// The bank accepted the signals. Next: the pushed authorization request, which returns the redirect URL.
    case signalsSent(Redirection, deadline: Timestamp)
    /// The request received 201. The enrollment waits for the holder and the callback, until `deadline`.
    case awaitingHolder(Redirection, deadline: Timestamp)
    /// A valid callback arrived. Next: the exchange of the code, marked before it is sent, because a code works once.
    case returned(Redirection, code: Sealed, deadline: Timestamp)
    /// The code is being exchanged. After a crash in this state, the response is lost for good.
    case exchanging(deadline: Timestamp)
    /// The bank returned tokens. Next: read its enrollment and check the holder.
    case exchanged(tokens: Sealed, deadline: Timestamp)
    /// The holder is the customer. Next: registration options, until `deadline`.
    case holderChecked(tokens: Sealed, deadline: Timestamp)
    /// Waits for the credential, until `deadline`.
    case awaitingCredential(Registration, tokens: Sealed, deadline: Timestamp)
    /// The credential was accepted (204). Next: the bank's registration; its verdict is awaited until `deadline`.
    case attested(attestation: Sealed, tokens: Sealed, deadline: Timestamp)
    /// The registration was sent, or its response was lost.
    ///
    /// The platform repeats it with its idempotency key, or reads the enrollment at the bank.
    case registering(attestation: Sealed, tokens: Sealed, deadline: Timestamp)
    /// Usable. The bank is read again at `checkAt`.
    case authorised(tokens: Sealed, checkAt: Timestamp)
    /// The enrollment ends as soon as the bank has ended it too.
    ///
    /// Until then its public status still shows the wait in which it stopped.
    case withdrawing(EnrollmentEnd, hadOptions: Bool)
    /// The end; `atBank` is false until the bank has confirmed its own end.
    case ended(EnrollmentEnd, atBank: Bool)

    /// The secrets that link the callback to this enrollment.
    public struct Redirection: Hashable, Sendable, Codable {
        /// `state`, `nonce` and PKCE verifier as JSON, sealed.
        public var secrets: Sealed

        public init(secrets: Sealed) { self.secrets = secrets }
    }

    /// The bank's creation options and the values that are checked against them.
    public struct Registration: Hashable, Sendable, Codable {
        /// The options as the bank wrote them, JSON text.
        public var options: String
        public var challenge: Octets
        public var relyingPartyID: String
        public var userHandle: Octets
        public var algorithms: [Int64]

        public init(
            options: String,
            challenge: Octets,
            relyingPartyID: String,
            userHandle: Octets,
            algorithms: [Int64]
        ) {
            self.options = options
            self.challenge = challenge
            self.relyingPartyID = relyingPartyID
            self.userHandle = userHandle
            self.algorithms = algorithms
        }
    }
}

/// Why and how an enrollment ended.
public struct EnrollmentEnd: Hashable, Sendable, Codable {
    public var outcome: Outcome
    public var reason: StatusReasonCode
    /// The cleaned message of the bank or the callback; `nil` means our sentence for the reason.
    public var message: String?

    public enum Outcome: String, Hashable, Sendable, Codable {
        /// FAILED / REJECTED: the enrollment never became usable.
        case failed
        /// CANCELED / REVOKED: the enrollment was usable and no longer is.
        case canceled
    }

    public init(_ outcome: Outcome, _ reason: StatusReasonCode, message: String? = nil) {
        self.outcome = outcome
        self.reason = reason
        self.message = message
    }

    /// The end of an enrollment that never became usable, after the platform has read it at the bank.
    ///
    /// Our own reason is usually the more exact one. Exceptions: our reason is only that time had passed, or that a
    /// callback refused. `access_denied` is OAuth's single code for every refusal. A bank that gives no reason, or one
    /// outside its permitted list, knows no better. Any other error of a callback remains as received, unsigned.
    package func told(byBank theirs: EnrollmentEnd) -> EnrollmentEnd {
        switch reason {
        case .expired: EnrollmentEnd(.failed, theirs.reason, message: theirs.message)
        case .rejectedByUser where theirs.reason != .other:
            EnrollmentEnd(.failed, theirs.reason, message: theirs.message ?? message)
        default: self
        }
    }
}
