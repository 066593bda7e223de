public import ChaveBase
public import ChavePixModel
public import ChaveWire

/// A payment's status at the bank.
public enum OFBPaymentStatus: String, Hashable, Sendable, Codable, CaseIterable {
    /// Received.
    case rcvd = "RCVD"
    /// Cancelled.
    case canc = "CANC"
    /// Accepted, customer's profile checked.
    case accp = "ACCP"
    /// Accepted, clearing is done.
    case acpd = "ACPD"
    /// Rejected.
    case rjct = "RJCT"
    /// Settled.
    case acsc = "ACSC"
    /// Waiting at the bank.
    case pdng = "PDNG"
    /// Scheduled.
    case schd = "SCHD"
}

/// Body of `POST /pix/payments`.
public struct OFBPaymentCreation: InstitutionMessage {
    public var endToEndID: String
    public var consentID: String
    public var terms: OFBPaymentTerms
    /// `FIDO_FLOW`.
    public var authorisationFlow: String
    public var cnpjInitiator: String

    public init(
        endToEndID: String,
        consentID: String,
        terms: OFBPaymentTerms,
        authorisationFlow: String,
        cnpjInitiator: String
    ) {
        self.endToEndID = endToEndID
        self.consentID = consentID
        self.terms = terms
        self.authorisationFlow = authorisationFlow
        self.cnpjInitiator = cnpjInitiator
    }

    public init(json: JSONValue) throws(InstitutionMessageError) {
        let data = try MessageReader(data: json)
        endToEndID = try data.string("endToEndId", limit: 32)
        consentID = try data.string("consentId", limit: 256)
        terms = try OFBPaymentTerms(payment: data)
        authorisationFlow = try data.string("authorisationFlow", limit: 16)
        cnpjInitiator = try data.string("cnpjInitiator", limit: 14)
    }

    public var json: JSONValue {
        var data = MessageWriter()
        data.set("endToEndId", endToEndID)
        data.set("consentId", consentID)
        terms.write(payment: &data, amount: terms.amount)
        data.set("authorisationFlow", authorisationFlow)
        data.set("cnpjInitiator", cnpjInitiator)
        return data.envelope
    }
}

/// Answer to `POST /pix/payments`, `GET` and `PATCH /pix/payments/{paymentId}`.
public struct OFBPayment: InstitutionMessage {
    public var paymentID: String
    public var endToEndID: String
    public var consentID: String
    public var creation: Timestamp
    public var statusUpdate: Timestamp
    public var status: OFBPaymentStatus
    public var amount: Money
    public var rejectionCode: String?
    public var debtorAccount: OFBAccount?
    /// The terms as the bank understood them; terms read from JSON have `amount` as their amount.
    public var terms: OFBPaymentTerms

    public init(
        paymentID: String,
        endToEndID: String,
        consentID: String,
        creation: Timestamp,
        statusUpdate: Timestamp,
        status: OFBPaymentStatus,
        amount: Money,
        rejectionCode: String?,
        debtorAccount: OFBAccount?,
        terms: OFBPaymentTerms
    ) {
        self.paymentID = paymentID
        self.endToEndID = endToEndID
        self.consentID = consentID
        self.creation = creation
        self.statusUpdate = statusUpdate
        self.status = status
        self.amount = amount
        self.rejectionCode = rejectionCode
        self.debtorAccount = debtorAccount
        self.terms = terms
    }

    public init(json: JSONValue) throws(InstitutionMessageError) {
        let data = try MessageReader(data: json)
        paymentID = try data.string("paymentId", limit: 100)
        endToEndID = try data.string("endToEndId", limit: 32)
        consentID = try data.string("consentId", limit: 256)
        creation = try data.time("creationDateTime")
        statusUpdate = try data.time("statusUpdateDateTime")
        status = try data.choice("status", of: OFBPaymentStatus.self)
        rejectionCode = try data.optionalObject("rejectionReason")?.string("code", limit: 255)
        if let account = try data.optionalObject("debtorAccount") {
            debtorAccount = try OFBAccount(account)
        } else {
            debtorAccount = nil
        }
        terms = try OFBPaymentTerms(payment: data)
        amount = terms.amount
    }

    public var json: JSONValue { json(answeredAt: statusUpdate) }

    public func json(answeredAt: Timestamp) -> JSONValue {
        var data = MessageWriter()
        data.set("paymentId", paymentID)
        data.set("endToEndId", endToEndID)
        data.set("consentId", consentID)
        data.set("creationDateTime", creation)
        data.set("statusUpdateDateTime", statusUpdate)
        data.set("status", status.rawValue)
        if let rejectionCode {
            data["rejectionReason"] = ["code": .string(rejectionCode), "detail": .string(rejectionCode)]
        }
        data["debtorAccount"] = debtorAccount?.json
        terms.write(payment: &data, amount: amount)
        return data.envelope(link: "/open-banking/payments/v4/pix/payments/\(paymentID)", answeredAt: answeredAt)
    }
}

/// Body of `PATCH /pix/payments/{paymentId}`.
public struct OFBPaymentCancellation: InstitutionMessage {
    /// The person who asked for the cancellation.
    public var cpf: String

    public init(cpf: String) { self.cpf = cpf }

    public init(json: JSONValue) throws(InstitutionMessageError) {
        let data = try MessageReader(data: json)
        guard try data.string("status", limit: 4) == OFBPaymentStatus.canc.rawValue else {
            throw data.invalid("status")
        }
        cpf = try OFBDocument.cpf(data.object("cancellation").object("cancelledBy"))
    }

    public var json: JSONValue {
        ["data": ["status": "CANC", "cancellation": ["cancelledBy": OFBDocument.json(cpf: cpf)]]]
    }
}
