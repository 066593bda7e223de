public import ChavePixModel
import ChaveWire

/// The order in a payment: amount, receiver's account and kind of payment.
///
/// Only the consent names the receiver.
public struct OFBPaymentOrder: Hashable, Sendable {
    public var amount: Money
    /// `MANU` (account given) or `DICT` (key looked up).
    public var localInstrument: String
    /// The creditor's Pix key; `MANU` has none, `DICT` must have one.
    public var proxy: String?
    public var creditorAccount: OFBAccount?
    /// The message for the receiver, at most 140 characters; a consent has none.
    public var remittanceInformation: String?
    /// Of a payment by QR code.
    public var qrCode: String?
    /// Of a payment by QR code or by the initiator's own form.
    public var transactionIdentification: String?

    /// The order that pays what a consent is for.
    public init(_ terms: OFBPaymentTerms, remittanceInformation: String?) {
        amount = terms.amount
        localInstrument = terms.localInstrument
        proxy = terms.proxy
        creditorAccount = terms.creditorAccount
        self.remittanceInformation = remittanceInformation
    }

    /// Whether the order pays what the consent is for; a consent has no description, so it may be any.
    public func agrees(with terms: OFBPaymentTerms) -> Bool {
        var other = OFBPaymentOrder(terms, remittanceInformation: remittanceInformation)
        other.qrCode = qrCode
        other.transactionIdentification = transactionIdentification
        return self == other
    }

    init(_ data: MessageReader) throws(InstitutionMessageError) {
        let payment = try data.object("payment")
        amount = try payment.money("amount")
        guard try payment.string("currency", limit: 3) == "BRL" else { throw payment.invalid("currency") }
        localInstrument = try data.string("localInstrument", limit: 4)
        proxy = try data.optionalString("proxy", limit: 77)
        if let account = try data.optionalObject("creditorAccount") {
            creditorAccount = try OFBAccount(account)
        } else {
            creditorAccount = nil
        }
        remittanceInformation = try data.optionalString("remittanceInformation", limit: 560)
        qrCode = try data.optionalString("qrCode", limit: 512)
        transactionIdentification = try data.optionalString("transactionIdentification", limit: 35)
    }

    func write(_ data: inout MessageWriter) {
        data["payment"] = ["amount": .string(amount.decimal), "currency": "BRL"]
        data.set("localInstrument", localInstrument)
        data.set("proxy", proxy)
        data["creditorAccount"] = creditorAccount?.json
        data.set("remittanceInformation", remittanceInformation)
        data.set("qrCode", qrCode)
        data.set("transactionIdentification", transactionIdentification)
    }
}
