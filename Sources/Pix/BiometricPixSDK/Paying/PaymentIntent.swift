import ChaveBase
import ChavePixModel
public import Foundation

/// What a payer was asked for, and what became of it.
public struct PaymentIntent: Identifiable, Hashable, Sendable {
    public var id: String
    /// `PENDING`, `PROCESSING`, `SUCCEEDED`, `FAILED` or `CANCELED`; a newer server may say others.
    public var status: String
    /// In reais, with at most two decimals; exact.
    public var amount: Decimal
    /// `BRL`.
    public var currency: String
    /// The payer's id.
    public var customer: String
    /// What the payment is for.
    public var description: String
    /// What the payer's statement will say.
    public var statementDescription: String
    /// Why it failed or was cancelled, for programs; `nil` while neither is so.
    public var failureCode: String?
    /// The reason in words, for people.
    public var failureMessage: String?
    /// The merchant's own id of the payment.
    public var externalId: String?
    /// The merchant's notes, by their names.
    public var metadata: [String: String]
    /// RFC 3339, UTC.
    public var createdAt: String
    /// RFC 3339, UTC.
    public var updatedAt: String
    /// What the bank's side needs and says; `nil` before the bank was asked.
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
        metadata = resource.metadata.notes
        createdAt = resource.createdAt.rfc3339
        updatedAt = resource.updatedAt.rfc3339
        paymentMethodInformation = resource.paymentMethodInformation.map(PaymentMethodInformation.init)
    }
}

/// How the money is collected, in this payment.
public struct PaymentMethodInformation: Hashable, Sendable {
    /// The one way to pay that there is.
    public var openFinanceBiometricPix: OpenFinanceBiometricPixInformation?

    init(_ information: ChavePixModel.PaymentMethodInformation) {
        openFinanceBiometricPix = OpenFinanceBiometricPixInformation(information)
    }
}

/// The bank's side of a payment.
public struct OpenFinanceBiometricPixInformation: Hashable, Sendable {
    /// Who initiates the payment.
    public var provider: String
    /// The bank's name for the person's consent.
    public var consentId: String?
    /// What the device must sign.
    public var fidoOptions: FidoOptions?
    /// The payment's name in Pix.
    public var endToEndId: String?
    /// The payment's name at the provider.
    public var externalPaymentId: String?
    /// The request's name at the provider, for its support.
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
