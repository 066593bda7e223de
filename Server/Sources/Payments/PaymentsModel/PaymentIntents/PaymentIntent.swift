public import ChaveBase
public import ChavePixModel
import Hashing
public import InstitutionPort

/// A merchant's request for a payment, with the one charge that collects it, or with a charge for each day of a schedule.
///
/// The creation of the intent fixes everything that the payer approves. After that, only `state` and the values that it
/// implies change.
public struct PaymentIntent: Hashable, Sendable, Codable {
    public let id: PaymentIntentID
    public let organisation: OrganisationID
    public let createdBy: Creator
    public let createdAt: Timestamp
    public var updatedAt: Timestamp
    /// The version, which rises by one with each change.
    ///
    /// The store refuses a write that does not follow the version that the writer read.
    public var version: Int64
    public let customer: CustomerID
    public let enrollment: EnrollmentID
    public let institution: InstitutionID
    public let beneficiary: BankAccountID
    public let amount: Money
    public package(set) var details: Details
    /// The charge; of a schedule the first one.
    public let charge: ChargeID
    /// The id of the payment in Pix, of a schedule the first one's; made once, never changed.
    public let endToEndID: EndToEndID
    /// The days of later payments; `nil` for one payment at once.
    public package(set) var schedule: ChargeSchedule?
    /// The UUIDs that name this payment to the bank.
    ///
    /// Every idempotency key that the bank receives is derived from the second UUID.
    public let externalPaymentID: String
    public let providerRequestID: String
    public var state: PaymentIntentState
    /// The way by which the bank knows the intent; `nil` where there is one way.
    public var route: InstitutionRoute?
    /// The body of the consent, made with the intent and sent on every try; erased at the end.
    public var consentRequest: Sealed?
    public var consent: ConsentRecord?
    /// The digest of the assertion that used the challenge; the same assertion is accepted again at any later time.
    public var approvalDigest: Digest?
    /// The id of the bank's payment; `nil` until the bank reports it.
    public var bankPaymentID: String?
    /// `true` once the bank itself refused to make the payment.
    ///
    /// The consent may then be used up although no payment exists.
    public var isRefusedByBank: Bool?
    /// A refusal of a repeated payment, which counts once the bank lists no payment of ours a minute later.
    public var doubtfulRefusal: DoubtfulRefusal?
    public var retry: Retry
    public var auditHead: Digest

    /// The details that responses repeat and that no logic depends on.
    public struct Details: Hashable, Sendable, Codable {
        public var description: String
        public var statementDescription: String
        public var externalID: String?
        /// JSON text, as received.
        public var metadata: String?

        public init(
            description: String,
            statementDescription: String,
            externalID: String?,
            metadata: String?
        ) {
            self.description = description
            self.statementDescription = statementDescription
            self.externalID = externalID
            self.metadata = metadata
        }
    }

    /// A bank's refusal that may be the echo of an earlier try.
    public struct DoubtfulRefusal: Hashable, Sendable, Codable {
        /// Open Finance's code.
        public var code: String
        public var at: Timestamp

        public init(code: String, at: Timestamp) {
            self.code = code
            self.at = at
        }
    }

    /// The bank's record of the permitted payment.
    ///
    /// Its times are in our clock: the bank's times are corrected by its `Date` header and by the clock of deadlines.
    public struct ConsentRecord: Hashable, Sendable, Codable {
        public var id: String
        public var createdAt: Timestamp
        public var expiresAt: Timestamp

        public init(id: String, createdAt: Timestamp, expiresAt: Timestamp) {
            self.id = id
            self.createdAt = createdAt
            self.expiresAt = expiresAt
        }
    }

    public init(
        id: PaymentIntentID,
        organisation: OrganisationID,
        createdBy: Creator,
        createdAt: Timestamp,
        customer: CustomerID,
        enrollment: EnrollmentID,
        institution: InstitutionID,
        beneficiary: BankAccountID,
        amount: Money,
        details: Details,
        charge: ChargeID,
        endToEndID: EndToEndID,
        schedule: ChargeSchedule? = nil,
        externalPaymentID: String,
        providerRequestID: String,
        deadline: Timestamp
    ) {
        self.id = id
        self.organisation = organisation
        self.createdBy = createdBy
        self.createdAt = createdAt
        updatedAt = createdAt
        version = 0
        self.customer = customer
        self.enrollment = enrollment
        self.institution = institution
        self.beneficiary = beneficiary
        self.amount = amount
        self.details = details
        self.charge = charge
        self.endToEndID = endToEndID
        self.schedule = schedule
        self.externalPaymentID = externalPaymentID
        self.providerRequestID = providerRequestID
        state = .created(deadline: deadline)
        retry = .none
        auditHead = Digest(ofText: "payment-intent/\(id.text)")
    }
}

extension PaymentIntent {
    /// The deadline of the awaited step; `nil` at the end and when only the bank decides the time.
    public var deadline: Timestamp? {
        switch state {
        case .created(let deadline), .consented(let deadline), .awaitingApproval(_, let deadline): deadline
        case .authorising(let approval):
            PaymentIntentRules.paymentLeavesBy(approvedAt: approval.at)
        case .lapsing, .paying, .settling, .scheduled, .succeeded, .ended: nil
        }
    }

    /// The bank's cleaned message about the end, or our sentence for the code.
    public var endMessage: String? { end.map { $0.message ?? $0.code.sentence } }
}
