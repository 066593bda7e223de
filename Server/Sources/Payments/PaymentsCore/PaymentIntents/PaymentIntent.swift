public import ChaveBase
public import ChavePixModel
import Hashing

/// What a merchant asks for, with the one charge that collects it.
///
/// Everything that the payer approves is fixed when the intent is made; only `state` and what it says moves.
public struct PaymentIntent: Hashable, Sendable, Codable {
    public let id: PaymentIntentID
    public let organisation: OrganisationID
    public let createdBy: Creator
    public let createdAt: Timestamp
    public var updatedAt: Timestamp
    /// Rises by one with each change; the store refuses a write that does not follow the version it was read at.
    public var version: Int64
    public let customer: CustomerID
    public let enrollment: EnrollmentID
    public let institution: InstitutionID
    public let beneficiary: BankAccountID
    public let amount: Money
    public internal(set) var details: Details
    public let charge: ChargeID
    /// Made once, never changed: what one payment is known by in Pix.
    public let endToEndID: EndToEndID
    /// UUIDs that name this payment to the bank; every idempotency key sent there is derived from the second.
    public let externalPaymentID: String
    public let providerRequestID: String
    public var state: PaymentIntentState
    /// The body of the consent, made with the intent and sent on every try; erased at the end.
    public var consentRequest: Sealed?
    public var consent: ConsentRecord?
    /// The assertion that spent the challenge, so that the same one is accepted again, for ever.
    public var approvalDigest: Digest?
    /// The bank's payment, once it has told its id.
    public var bankPaymentID: String?
    /// `true` once the bank itself refused to make the payment.
    ///
    /// Its consent may be used up, and there is no payment behind it.
    public var isRefusedByBank: Bool?
    public var retry: Retry
    public var auditHead: Digest

    /// What answers repeat and nothing depends on.
    public struct Details: Hashable, Sendable, Codable {
        public var description: String
        public var statementDescription: String
        public var externalID: String?
        /// JSON text, as it came.
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

    /// The bank's record of what may be paid.
    ///
    /// Times are ours, the bank's corrected by its `Date`, and by the clock that deadlines read.
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
        self.externalPaymentID = externalPaymentID
        self.providerRequestID = providerRequestID
        state = .created(deadline: deadline)
        retry = .none
        auditHead = Digest(ofText: "payment-intent/\(id.text)")
    }
}
