public import ChavePixModel

/// The data for a new payment.
public struct NewPayment: Hashable, Sendable {
    /// The amount, the paying enrollment and the receiving account.
    public var intent: CreatePaymentIntentRequest
    /// The day on which the customer was created, `YYYY-MM-DD`.
    public var accountTenure: String
    /// A credential to try when this device holds none that the bank allows.
    public var fallbackCredential: [UInt8]?

    /// A payment; `accountTenure` is the customer's first day, `YYYY-MM-DD`, and `fallbackCredential` a credential id
    /// in bytes.
    public init(intent: CreatePaymentIntentRequest, accountTenure: String, fallbackCredential: [UInt8]? = nil) {
        self.intent = intent
        self.accountTenure = accountTenure
        self.fallbackCredential = fallbackCredential
    }
}

/// One step of a payment in progress, from `PixClient.pay(_:)`.
///
/// It may gain cases in any minor release; switch with a default.
public enum PaymentStep: Sendable {
    /// The bank has the payment and has sent the options to sign; show the amount before the person signs.
    case created(PaymentIntentResource)
    /// The person has agreed and the device has signed.
    case signed
    /// The last step; the status tells the outcome.
    ///
    /// PROCESSING means accepted and in progress. SCHEDULED means that the bank has the payments of all days: `charges`
    /// names the days, and a later read tells what became of each.
    case finished(PaymentIntentResource)
}
