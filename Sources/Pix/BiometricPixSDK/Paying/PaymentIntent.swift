import ChaveBase
import ChavePixModel
public import Foundation

/// A request for a payment, and its outcome.
public struct PaymentIntent: Identifiable, Hashable, Sendable {
    public var id: String
    /// The status: `PENDING`, `PROCESSING`, `SCHEDULED`, `SUCCEEDED`, `FAILED` or `CANCELED`; a newer server may send
    /// other values.
    public var status: String
    /// The exact amount in reais, with at most two decimals.
    public var amount: Decimal
    /// The currency, `BRL`.
    public var currency: String
    /// The payer's id.
    public var customer: String
    /// The purpose of the payment.
    public var description: String
    /// The text on the payer's statement.
    public var statementDescription: String
    /// The reason for the failure or the cancellation, for programs; `nil` in every other status.
    public var failureCode: String?
    /// The reason in words, for people.
    public var failureMessage: String?
    /// The merchant's own id of the payment.
    public var externalId: String?
    /// The merchant's notes, by name.
    public var metadata: [String: String]
    /// The creation time, RFC 3339, UTC.
    public var createdAt: String
    /// The time of the last change, RFC 3339, UTC.
    public var updatedAt: String
    /// The bank's data about the payment; `nil` until the server has asked the bank.
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

/// The way in which the money of this payment is collected.
public struct PaymentMethodInformation: Hashable, Sendable {
    /// The only way to pay.
    public var openFinanceBiometricPix: OpenFinanceBiometricPixInformation?

    init(_ information: ChavePixModel.PaymentMethodInformation) {
        openFinanceBiometricPix = OpenFinanceBiometricPixInformation(information)
    }
}

/// The bank's data about a payment.
public struct OpenFinanceBiometricPixInformation: Hashable, Sendable {
    /// The payment initiator.
    public var provider: String
    /// The bank's id of the person's consent.
    public var consentId: String?
    /// The options that the device must sign.
    public var fidoOptions: FidoOptions?
    /// The payment's id in Pix.
    public var endToEndId: String?
    /// The payment's id at the provider.
    public var externalPaymentId: String?
    /// The request's id at the provider, for its support.
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
