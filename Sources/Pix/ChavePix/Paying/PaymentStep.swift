public import ChavePixModel

/// What a payment is made from.
public struct NewPayment: Hashable, Sendable {
    /// What is paid, by which enrollment and to which account.
    public var intent: CreatePaymentIntentRequest
    /// The day on which the customer was created, `YYYY-MM-DD`.
    public var accountTenure: String
    /// A credential to try when this device holds none that the bank allows.
    public var fallbackCredential: [UInt8]?

    /// `accountTenure` is the customer's first day, `YYYY-MM-DD`; `fallbackCredential` a credential id in bytes.
    public init(intent: CreatePaymentIntentRequest, accountTenure: String, fallbackCredential: [UInt8]? = nil) {
        self.intent = intent
        self.accountTenure = accountTenure
        self.fallbackCredential = fallbackCredential
    }
}

/// One step of a payment under way, as `PixClient.pay(_:)` tells it.
///
/// It may gain cases in any minor release; switch with a default.
public enum PaymentStep: Sendable {
    /// The bank has the payment and has said what the device must sign; show its amount before the person signs.
    case created(PaymentIntentResource)
    /// The person has agreed and the device has signed.
    case signed
    /// The last step; the status tells what came of it, PROCESSING that it was accepted and goes on.
    case finished(PaymentIntentResource)
}
