public import ChaveBase

/// A merchant's request for a payment, as the API returns it.
public struct PaymentIntentResource: APIMessage {
    /// The payment intent's id.
    public var id: PaymentIntentID
    /// The creator of the payment intent, at most 255 characters.
    public var createdBy: String?
    /// The kind of credentials that created the payment intent.
    public var createdByType: CreatorType?
    /// The creation time of the payment intent.
    public var createdAt: Timestamp
    /// The time of the last change.
    public var updatedAt: Timestamp
    /// The merchant's own id of the payment, at most 255 characters.
    public var externalID: String?
    /// The merchant's notes.
    public var metadata: Metadata
    /// The amount in reais.
    public var amount: Money
    /// The currency, `BRL`.
    public var currency: String
    /// The payer.
    public var customer: CustomerID
    /// The purpose of the payment, at most 140 characters.
    public var description: String
    /// The text on the payer's statement, at most 140 characters.
    public var statementDescription: String
    /// The status of the payment intent.
    public var status: PaymentIntentStatus
    /// The reason for the failure.
    public var failureCode: FailureCode?
    /// The reason in words, at most 255 characters.
    public var failureMessage: String?
    /// How the money may be collected.
    public var allowedPaymentMethodTypes: [PaymentMethodType]
    /// The way in which the money is collected.
    public var selectedPaymentMethodType: PaymentMethodType?
    /// The paying enrollment and the receiving account.
    public var paymentMethodDetails: PaymentMethodDetails?
    /// The days of the payments; `nil` for one payment at once.
    public var schedule: PaymentSchedule?
    /// The bank's data about the payment.
    public var paymentMethodInformation: PaymentMethodInformation?
    /// The attempts to collect: one, or one for each day of the schedule, in the order of the days.
    public var charges: [ChargeResource]

    /// An answer of these members.
    public init(
        id: PaymentIntentID,
        createdBy: String?,
        createdByType: CreatorType?,
        createdAt: Timestamp,
        updatedAt: Timestamp,
        externalID: String? = nil,
        metadata: Metadata = Metadata(),
        amount: Money,
        customer: CustomerID,
        description: String,
        statementDescription: String,
        status: PaymentIntentStatus,
        failureCode: FailureCode? = nil,
        failureMessage: String? = nil,
        paymentMethodDetails: PaymentMethodDetails,
        schedule: PaymentSchedule? = nil,
        paymentMethodInformation: PaymentMethodInformation?,
        charges: [ChargeResource]
    ) {
        self.id = id
        self.createdBy = createdBy
        self.createdByType = createdByType
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.externalID = externalID
        self.metadata = metadata
        self.amount = amount
        currency = "BRL"
        self.customer = customer
        self.description = description
        self.statementDescription = statementDescription
        self.status = status
        self.failureCode = failureCode
        self.failureMessage = failureMessage
        allowedPaymentMethodTypes = [.openFinanceBiometricPix]
        selectedPaymentMethodType = .openFinanceBiometricPix
        self.paymentMethodDetails = paymentMethodDetails
        self.schedule = schedule
        self.paymentMethodInformation = paymentMethodInformation
        self.charges = charges
    }
}
