/// What a merchant asked for, as answers show it.
public struct PaymentIntentResource: APIMessage {
    public var id: PaymentIntentID
    public var createdBy: String?
    public var createdByType: CreatorType?
    public var createdAt: Timestamp
    public var updatedAt: Timestamp
    public var externalID: String?
    public var metadata: Metadata
    public var amount: Money
    public var currency: String
    public var customer: CustomerID
    public var description: String
    public var statementDescription: String
    public var status: PaymentIntentStatus
    public var failureCode: FailureCode?
    public var failureMessage: String?
    public var allowedPaymentMethodTypes: [PaymentMethodType]
    public var selectedPaymentMethodType: PaymentMethodType?
    public var paymentMethodDetails: PaymentMethodDetails?
    public var paymentMethodInformation: PaymentMethodInformation?
    public var charges: [ChargeResource]

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
