public import ChaveBase

/// What a merchant asked for, as answers show it.
public struct PaymentIntentResource: APIMessage {
    /// The payment intent's id.
    public var id: PaymentIntentID
    /// Who created it, at most 255 characters.
    public var createdBy: String?
    /// Whose credentials created it.
    public var createdByType: CreatorType?
    /// When it was created.
    public var createdAt: Timestamp
    /// When it changed last.
    public var updatedAt: Timestamp
    /// The merchant's own id of the payment, at most 255 characters.
    public var externalID: String?
    /// The merchant's notes.
    public var metadata: Metadata
    /// The amount in reais.
    public var amount: Money
    /// `BRL`.
    public var currency: String
    /// The payer.
    public var customer: CustomerID
    /// What the payment is for, at most 140 characters.
    public var description: String
    /// What the payer's statement will say, at most 140 characters.
    public var statementDescription: String
    /// Where it stands.
    public var status: PaymentIntentStatus
    /// Why it failed.
    public var failureCode: FailureCode?
    /// The reason in words, at most 255 characters.
    public var failureMessage: String?
    /// How the money may be collected.
    public var allowedPaymentMethodTypes: [PaymentMethodType]
    /// How it is collected.
    public var selectedPaymentMethodType: PaymentMethodType?
    /// From and to where.
    public var paymentMethodDetails: PaymentMethodDetails?
    /// The bank's side.
    public var paymentMethodInformation: PaymentMethodInformation?
    /// The attempts to collect.
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
        self.paymentMethodInformation = paymentMethodInformation
        self.charges = charges
    }
}
