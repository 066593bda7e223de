public import ChaveBase
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

/// Body of `POST /pix/payments`, of one payment: several belong to a schedule that recurs.
public struct OFBPaymentCreation: InstitutionMessage {
    public var endToEndID: String
    public var consentID: String
    public var order: OFBPaymentOrder
    /// `FIDO_FLOW`.
    public var authorisationFlow: String
    public var cnpjInitiator: String

    public init(
        endToEndID: String,
        consentID: String,
        order: OFBPaymentOrder,
        authorisationFlow: String,
        cnpjInitiator: String
    ) {
        self.endToEndID = endToEndID
        self.consentID = consentID
        self.order = order
        self.authorisationFlow = authorisationFlow
        self.cnpjInitiator = cnpjInitiator
    }

    public init(json: JSONValue) throws(InstitutionMessageError) {
        let data = try MessageReader(onlyOf: json)
        endToEndID = try data.string("endToEndId", limit: 32)
        consentID = try data.string("consentId", limit: 256)
        order = try OFBPaymentOrder(data)
        authorisationFlow = try data.string("authorisationFlow", limit: 16)
        cnpjInitiator = try data.string("cnpjInitiator", limit: 14)
    }

    public var json: JSONValue {
        var data = MessageWriter()
        data.set("endToEndId", endToEndID)
        data.set("consentId", consentID)
        order.write(&data)
        data.set("authorisationFlow", authorisationFlow)
        data.set("cnpjInitiator", cnpjInitiator)
        return ["data": [.object(data.object)]]
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
    public var rejectionCode: String?
    public var debtorAccount: OFBAccount?
    /// The order as the bank understood it.
    public var order: OFBPaymentOrder

    public init(
        paymentID: String,
        endToEndID: String,
        consentID: String,
        creation: Timestamp,
        statusUpdate: Timestamp,
        status: OFBPaymentStatus,
        rejectionCode: String?,
        debtorAccount: OFBAccount?,
        order: OFBPaymentOrder
    ) {
        self.paymentID = paymentID
        self.endToEndID = endToEndID
        self.consentID = consentID
        self.creation = creation
        self.statusUpdate = statusUpdate
        self.status = status
        self.rejectionCode = rejectionCode
        self.debtorAccount = debtorAccount
        self.order = order
    }

    /// Reads the payment under `data`, or the only one of a list there, as the answer to a creation has it.
    public init(json: JSONValue) throws(InstitutionMessageError) {
        let data = try json["data"]?.array == nil ? MessageReader(data: json) : MessageReader(onlyOf: json)
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
        order = try OFBPaymentOrder(data)
    }

    public var json: JSONValue { json(answeredAt: statusUpdate) }

    /// The answer; `isCreated` for the one to `POST`, whose `data` is a list.
    public func json(answeredAt: Timestamp, isCreated: Bool = false) -> JSONValue {
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
        order.write(&data)
        let link = "/open-banking/payments/v4/pix/payments/\(paymentID)"
        let answer = data.envelope(link: link, answeredAt: answeredAt)
        guard isCreated, var members = answer.object else { return answer }
        members["data"] = [.object(data.object)]
        return .object(members)
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
