import ChavePixModel
public import Foundation

/// What a payer was asked for, and what became of it.
public struct PaymentIntent: Identifiable, Hashable, Sendable {
    public var id: String
    /// `PENDING`, `PROCESSING`, `SUCCEEDED`, `FAILED` or `CANCELED`; a newer server may say others.
    public var status: String
    public var amount: Decimal
    public var currency: String
    public var customer: String
    public var description: String
    public var statementDescription: String
    public var failureCode: String?
    public var failureMessage: String?
    public var externalId: String?
    /// RFC 3339, UTC.
    public var createdAt: String
    /// RFC 3339, UTC.
    public var updatedAt: String
    public var paymentMethodInformation: PaymentMethodInformation?

    init(_ resource: PaymentIntentResource) {
        id = resource.id.text
        status = resource.status.rawValue
        amount = Decimal(resource.amount.centavos) / 100
        currency = resource.currency
        customer = resource.customer.text
        description = resource.description
        statementDescription = resource.statementDescription
        failureCode = resource.failureCode?.rawValue
        failureMessage = resource.failureMessage
        externalId = resource.externalID
        createdAt = resource.createdAt.rfc3339
        updatedAt = resource.updatedAt.rfc3339
        paymentMethodInformation = resource.paymentMethodInformation.map(PaymentMethodInformation.init)
    }
}

/// How the money is collected, in this payment.
public struct PaymentMethodInformation: Hashable, Sendable {
    public var openFinanceBiometricPix: OpenFinanceBiometricPixInformation?

    init(_ information: ChavePixModel.PaymentMethodInformation) {
        openFinanceBiometricPix = OpenFinanceBiometricPixInformation(information)
    }
}

/// The bank's side of a payment.
public struct OpenFinanceBiometricPixInformation: Hashable, Sendable {
    public var provider: String
    public var consentId: String?
    /// What the device must sign.
    public var fidoOptions: FidoOptions?
    /// The payment's name in Pix.
    public var endToEndId: String?
    public var externalPaymentId: String?
    public var providerRequestId: String?

    init(_ information: ChavePixModel.PaymentMethodInformation) {
        provider = information.provider
        consentId = information.consentID
        fidoOptions = information.fidoOptions.map(FidoOptions.init)
        endToEndId = information.endToEndID?.text
        externalPaymentId = information.externalPaymentID
        providerRequestId = information.providerRequestID
    }
}
