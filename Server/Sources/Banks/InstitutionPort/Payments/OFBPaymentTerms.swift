public import ChavePixModel
public import ChaveWire

/// The terms on which a consent and its payment must agree.
public struct OFBPaymentTerms: InstitutionMessage {
    public var amount: Money
    public var creditorName: String
    /// CPF or CNPJ.
    public var creditorTaxID: String
    /// `PESSOA_NATURAL` or `PESSOA_JURIDICA`.
    public var creditorPersonType: String
    public var creditorAccount: OFBAccount?
    /// The creditor's Pix key; `MANU` has none, `DICT` must have one.
    public var proxy: String?
    /// `MANU` (account given) or `DICT` (key looked up).
    public var localInstrument: String
    public var remittanceInformation: String?

    public init(
        amount: Money,
        creditorName: String,
        creditorTaxID: String,
        creditorPersonType: String,
        creditorAccount: OFBAccount?,
        proxy: String?,
        localInstrument: String,
        remittanceInformation: String?
    ) {
        self.amount = amount
        self.creditorName = creditorName
        self.creditorTaxID = creditorTaxID
        self.creditorPersonType = creditorPersonType
        self.creditorAccount = creditorAccount
        self.proxy = proxy
        self.localInstrument = localInstrument
        self.remittanceInformation = remittanceInformation
    }

    /// Reads the JSON that ``json`` writes.
    public init(json: JSONValue) throws(InstitutionMessageError) { try self.init(consent: MessageReader(json)) }

    /// The terms alone, in one form: equal terms have equal bytes.
    public var json: JSONValue {
        var data = MessageWriter()
        write(consent: &data, date: nil)
        return .object(data.object)
    }

    /// Reads the terms of a consent: `creditor` and `payment.details`.
    init(consent data: MessageReader) throws(InstitutionMessageError) {
        let payment = try data.object("payment")
        try self.init(data: data, payment: payment, details: payment.object("details"), remittance: payment)
        guard try payment.string("type", limit: 8) == "PIX" else { throw payment.invalid("type") }
    }

    /// Reads the terms of a payment: flat, with the amount under `payment`.
    init(payment data: MessageReader) throws(InstitutionMessageError) {
        try self.init(data: data, payment: data.object("payment"), details: data, remittance: data)
    }

    private init(
        data: MessageReader,
        payment: MessageReader,
        details: MessageReader,
        remittance: MessageReader
    ) throws(InstitutionMessageError) {
        amount = try payment.money("amount")
        guard try payment.string("currency", limit: 3) == "BRL" else { throw payment.invalid("currency") }
        let creditor = try data.object("creditor")
        creditorPersonType = try creditor.string("personType", limit: 16)
        guard ["PESSOA_NATURAL", "PESSOA_JURIDICA"].contains(creditorPersonType) else {
            throw creditor.invalid("personType")
        }
        creditorTaxID = try creditor.string("cpfCnpj", limit: 14)
        creditorName = try creditor.string("name", limit: 600)
        localInstrument = try details.string("localInstrument", limit: 4)
        proxy = try details.optionalString("proxy", limit: 77)
        if let account = try details.optionalObject("creditorAccount") {
            creditorAccount = try OFBAccount(account)
        } else {
            creditorAccount = nil
        }
        remittanceInformation = try remittance.optionalString("remittanceInformation", limit: 560)
    }

    func write(consent data: inout MessageWriter, date: String?) {
        var details = MessageWriter()
        write(details: &details)
        var payment = MessageWriter()
        payment.set("type", "PIX")
        payment.set("date", date)
        payment.set("currency", "BRL")
        payment.set("amount", amount)
        payment["details"] = .object(details.object)
        payment.set("remittanceInformation", remittanceInformation)
        data["creditor"] = creditor
        data["payment"] = .object(payment.object)
    }

    /// Writes the terms of a payment.
    ///
    /// Open Finance's payment has no creditor; this message has it so that consent and payment are comparable.
    func write(payment data: inout MessageWriter, amount: Money) {
        data["creditor"] = creditor
        data["payment"] = ["amount": .string(amount.decimal), "currency": "BRL"]
        write(details: &data)
        data.set("remittanceInformation", remittanceInformation)
    }

    private func write(details: inout MessageWriter) {
        details.set("localInstrument", localInstrument)
        details.set("proxy", proxy)
        details["creditorAccount"] = creditorAccount?.json
    }

    private var creditor: JSONValue {
        [
            "personType": .string(creditorPersonType), "cpfCnpj": .string(creditorTaxID),
            "name": .string(creditorName),
        ]
    }
}
