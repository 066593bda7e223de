public import ChaveBase
public import ChavePixModel

/// Where an enrollment stands.
///
/// Each case says what happens next; what that needs lives in the case.
///
/// A case is stored before the call that it announces leaves, so that after a crash the state says what may have been
/// sent. Sealed parts are erased with the case that held them.
public enum EnrollmentState: Hashable, Sendable, Codable {
    /// Stored. Next: the bank's enrollment; given up at `deadline`.
    case created(signals: Sealed, Redirection, deadline: Timestamp)
    /// The bank has its enrollment. Next: the risk signals.
    case knownToBank(signals: Sealed, Redirection, deadline: Timestamp)
    /// The bank took the signals. Next: the pushed authorization request, which gives the redirect URL.
    case signalsSent(Redirection, deadline: Timestamp)
    /// 201 was answered. Waits for the holder and the callback, until `deadline`.
    case awaitingHolder(Redirection, deadline: Timestamp)
    /// A good callback came. Next: the exchange of the code, marked before it leaves because a code works once.
    case returned(Redirection, code: Sealed, deadline: Timestamp)
    /// The code is on its way. Found again after a crash, its answer is lost for good.
    case exchanging(deadline: Timestamp)
    /// The bank gave tokens. Next: read its enrollment and check the holder.
    case exchanged(tokens: Sealed, deadline: Timestamp)
    /// The holder is the customer. Next: registration options, until `deadline`.
    case holderChecked(tokens: Sealed, deadline: Timestamp)
    /// Waits for the credential, until `deadline`.
    case awaitingCredential(Registration, tokens: Sealed, deadline: Timestamp)
    /// The credential was accepted (204). Next: the bank's registration; its verdict is awaited until `deadline`.
    case attested(attestation: Sealed, tokens: Sealed, deadline: Timestamp)
    /// The registration is on its way or was lost; it is repeated with its key, or the bank is read.
    case registering(attestation: Sealed, tokens: Sealed, deadline: Timestamp)
    /// Usable. The bank is read again at `checkAt`.
    case authorised(tokens: Sealed, checkAt: Timestamp)
    /// Ends as soon as the bank has ended it too; outwardly still waiting, for what it waited for when it stopped.
    case withdrawing(EnrollmentEnd, hadOptions: Bool)
    /// The end. `atBank` is false until the bank has said that it ended too.
    case ended(EnrollmentEnd, atBank: Bool)

    /// What ties the callback to this enrollment.
    public struct Redirection: Hashable, Sendable, Codable {
        /// `state`, `nonce` and PKCE verifier as JSON, sealed.
        public var secrets: Sealed

        public init(secrets: Sealed) { self.secrets = secrets }
    }

    /// The bank's creation options and what is checked against them.
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
    /// The bank's or the callback's own words, cleaned; `nil`: our sentence for the reason.
    public var message: String?

    public enum Outcome: String, Hashable, Sendable, Codable {
        /// FAILED / REJECTED: it never became usable.
        case failed
        /// CANCELED / REVOKED: it was usable and is no more.
        case canceled
    }

    public init(_ outcome: Outcome, _ reason: StatusReasonCode, message: String? = nil) {
        self.outcome = outcome
        self.reason = reason
        self.message = message
    }

    /// The end of what never became usable, after the bank has been read.
    ///
    /// Our own reason is the more exact one, but where all we knew was that time had passed, or that a callback said no:
    /// `access_denied` is OAuth's one word for every no. A bank that gives no reason, or another one than those it may
    /// name, knows no better. Any other error of a callback stands as it came, unsigned.
    func told(byBank theirs: EnrollmentEnd) -> EnrollmentEnd {
        switch reason {
        case .expired: EnrollmentEnd(.failed, theirs.reason, message: theirs.message)
        case .rejectedByUser where theirs.reason != .other:
            EnrollmentEnd(.failed, theirs.reason, message: theirs.message ?? message)
        default: self
        }
    }
}
