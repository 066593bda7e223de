public import ChavePixModel
public import ChaveWire

/// The terms of a consent: amount, receiver and kind of payment.
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
    /// `IMMEDIATE`, `SINGLE_SCHEDULED` or `RECURRENT_SCHEDULED`; only version 5 has it.
    public var purpose: String?
    /// The days of scheduled payments; `nil` for one payment on the consent's day.
    public var schedule: OFBSchedule?
    /// The town of the payment, seven digits of IBGE.
    public var ibgeTownCode: String?
    /// Of a payment by QR code.
    public var qrCode: String?

    public init(
        amount: Money,
        creditorName: String,
        creditorTaxID: String,
        creditorPersonType: String,
        creditorAccount: OFBAccount?,
        proxy: String?,
        localInstrument: String,
        purpose: String? = nil,
        schedule: OFBSchedule? = nil
    ) {
        self.amount = amount
        self.creditorName = creditorName
        self.creditorTaxID = creditorTaxID
        self.creditorPersonType = creditorPersonType
        self.creditorAccount = creditorAccount
        self.proxy = proxy
        self.localInstrument = localInstrument
        self.purpose = purpose
        self.schedule = schedule
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
        let details = try payment.object("details")
        guard try payment.string("type", limit: 8) == "PIX" else { throw payment.invalid("type") }
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
        purpose = try payment.optionalString("purpose", limit: 32)
        if let reader = try payment.optionalObject("schedule") {
            schedule = try OFBSchedule(reader)
        } else {
            schedule = nil
        }
        ibgeTownCode = try payment.optionalString("ibgeTownCode", limit: 7)
        if let town = ibgeTownCode, town.utf8.count != 7 || !town.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            throw payment.invalid("ibgeTownCode")
        }
        qrCode = try details.optionalString("qrCode", limit: 512)
    }

    func write(consent data: inout MessageWriter, date: String?) {
        var details = MessageWriter()
        details.set("localInstrument", localInstrument)
        details.set("proxy", proxy)
        details["creditorAccount"] = creditorAccount?.json
        details.set("qrCode", qrCode)
        var payment = MessageWriter()
        payment.set("type", "PIX")
        payment.set("purpose", purpose)
        payment.set("ibgeTownCode", ibgeTownCode)
        payment["schedule"] = schedule?.json
        payment.set("date", schedule == nil ? date : nil)
        payment.set("currency", "BRL")
        payment.set("amount", amount)
        payment["details"] = .object(details.object)
        data["creditor"] = creditor
        data["payment"] = .object(payment.object)
    }

    /// Whether these terms, which a bank repeats, are those that it was sent.
    ///
    /// The words about a schedule are no terms: version 4 has none, and a bank may leave them out or shorten them.
    public func agree(with sent: OFBPaymentTerms) -> Bool {
        var echo = self
        echo.schedule?.additionalInformation = sent.schedule?.additionalInformation
        echo.schedule?.customInformation = sent.schedule?.customInformation
        return echo == sent
    }

    private var creditor: JSONValue {
        [
            "personType": .string(creditorPersonType), "cpfCnpj": .string(creditorTaxID),
            "name": .string(creditorName),
        ]
    }
}
