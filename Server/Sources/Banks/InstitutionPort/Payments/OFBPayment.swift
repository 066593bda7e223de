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

    /// Whether the payment has settled, or never will.
    public var isFinal: Bool {
        switch self {
        case .acsc, .rjct, .canc: true
        case .rcvd, .accp, .acpd, .pdng, .schd: false
        }
    }
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
        try self.init(MessageReader(onlyOf: json))
    }

    private init(_ data: MessageReader) throws(InstitutionMessageError) {
        endToEndID = try data.string("endToEndId", limit: 32)
        consentID = try data.string("consentId", limit: 256)
        order = try OFBPaymentOrder(data)
        authorisationFlow = try data.string("authorisationFlow", limit: 16)
        cnpjInitiator = try data.string("cnpjInitiator", limit: 14)
    }

    public var json: JSONValue { ["data": [data]] }

    private var data: JSONValue {
        var data = MessageWriter()
        data.set("endToEndId", endToEndID)
        data.set("consentId", consentID)
        order.write(&data)
        data.set("authorisationFlow", authorisationFlow)
        data.set("cnpjInitiator", cnpjInitiator)
        return .object(data.object)
    }

    /// The body with all payments of a consent.
    public static func bytes(of payments: [OFBPaymentCreation]) -> [UInt8] {
        JSONValue(dictionaryLiteral: ("data", .array(payments.map(\.data)))).encoded()
    }

    /// The payments of a body: one, or those of a schedule that recurs, at most 60.
    public static func all(bytes: [UInt8]) throws(InstitutionMessageError) -> [OFBPaymentCreation] {
        guard let json = try? JSONValue(parsing: bytes) else {
            throw InstitutionMessageError(field: "", problem: .invalid)
        }
        let readers = try MessageReader(json).objects("data", limit: 60)
        guard !readers.isEmpty else { throw InstitutionMessageError(field: "data", problem: .invalid) }
        var payments: [OFBPaymentCreation] = []
        for reader in readers { payments.append(try OFBPaymentCreation(reader)) }
        return payments
    }
}

/// Answer to `POST /pix/payments`, `GET` and `PATCH /pix/payments/{paymentId}`.
public struct OFBPayment: InstitutionMessage {
    public var paymentID: String
    public var endToEndID: String
    /// Some banks leave it out.
    public var consentID: String?
    public var creation: Timestamp
    public var statusUpdate: Timestamp
    public var status: OFBPaymentStatus
    public var rejectionCode: String?
    public var debtorAccount: OFBAccount?
    /// The order as the bank understood it.
    public var order: OFBPaymentOrder
    /// The CNPJ of the initiator; some banks leave it out.
    public var cnpjInitiator: String?
    /// How it was cancelled; `nil` for every other payment.
    public var cancellation: OFBPaymentEnd?

    public init(
        paymentID: String,
        endToEndID: String,
        consentID: String?,
        creation: Timestamp,
        statusUpdate: Timestamp,
        status: OFBPaymentStatus,
        rejectionCode: String?,
        debtorAccount: OFBAccount?,
        order: OFBPaymentOrder,
        cnpjInitiator: String? = nil,
        cancellation: OFBPaymentEnd? = nil
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
        self.cnpjInitiator = cnpjInitiator
        self.cancellation = cancellation
    }

    /// Reads the payment under `data`, or the only one of a list there, as the answer to a creation has it.
    public init(json: JSONValue) throws(InstitutionMessageError) {
        let data = try json["data"]?.array == nil ? MessageReader(data: json) : MessageReader(onlyOf: json)
        paymentID = try data.string("paymentId", limit: 100)
        endToEndID = try data.string("endToEndId", limit: 32)
        consentID = try data.optionalString("consentId", limit: 256)
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
        cnpjInitiator = try data.optionalString("cnpjInitiator", limit: 14)
        if let reader = try data.optionalObject("cancellation") {
            cancellation = try OFBPaymentEnd(reader)
        } else {
            cancellation = nil
        }
    }

    public var json: JSONValue { json(answeredAt: statusUpdate) }

    public func json(answeredAt: Timestamp) -> JSONValue {
        let link = "/open-banking/payments/v4/pix/payments/\(paymentID)"
        return data.envelope(link: link, answeredAt: answeredAt)
    }

    /// The answer about several payments, whose `data` is a list; `link` is the address that was asked.
    public static func list(_ payments: [OFBPayment], link: String, answeredAt: Timestamp) -> JSONValue {
        let answer = MessageWriter().envelope(link: link, answeredAt: answeredAt)
        var members = answer.object ?? JSONObject()
        members["data"] = .array(payments.map { .object($0.data.object) })
        return .object(members)
    }

    private var data: MessageWriter {
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
        data.set("cnpjInitiator", cnpjInitiator)
        data.set("authorisationFlow", cnpjInitiator == nil ? nil : "FIDO_FLOW")
        data["cancellation"] = cancellation?.json
        return data
    }
}

/// Answer to `POST /pix/payments`: one payment, or those of a schedule, at most 60.
public struct OFBPayments: InstitutionMessage {
    public var payments: [OFBPayment]

    public init(json: JSONValue) throws(InstitutionMessageError) {
        guard let elements = json["data"]?.array else {
            payments = [try OFBPayment(json: json)]
            return
        }
        guard (1...60).contains(elements.count) else { throw InstitutionMessageError(field: "data", problem: .invalid) }
        payments = []
        for element in elements { payments.append(try OFBPayment(json: ["data": element])) }
    }

    public var json: JSONValue {
        OFBPayment.list(
            payments,
            link: "/open-banking/payments/v4/pix/payments",
            answeredAt: payments.first?.statusUpdate ?? Timestamp(microseconds: 0)
        )
    }
}

/// Answer to `GET /consents/{consentId}/pix/payments`.
public struct OFBPaymentList: InstitutionMessage {
    public var entries: [Entry]

    /// One payment of the consent.
    public struct Entry: Hashable, Sendable {
        public var paymentID: String
        public var endToEndID: String
        public var statusUpdate: Timestamp
        public var status: OFBPaymentStatus

        public init(paymentID: String, endToEndID: String, statusUpdate: Timestamp, status: OFBPaymentStatus) {
            self.paymentID = paymentID
            self.endToEndID = endToEndID
            self.statusUpdate = statusUpdate
            self.status = status
        }
    }

    public init(entries: [Entry]) { self.entries = entries }

    public init(json: JSONValue) throws(InstitutionMessageError) {
        entries = []
        for entry in try MessageReader(json).objects("data") {
            entries.append(
                Entry(
                    paymentID: try entry.string("paymentId", limit: 100),
                    endToEndID: try entry.string("endToEndId", limit: 32),
                    statusUpdate: try entry.time("statusUpdateDateTime"),
                    status: try entry.choice("status", of: OFBPaymentStatus.self)
                )
            )
        }
    }

    public var json: JSONValue {
        let data = entries.map { entry in
            var object = MessageWriter()
            object.set("paymentId", entry.paymentID)
            object.set("endToEndId", entry.endToEndID)
            object.set("statusUpdateDateTime", entry.statusUpdate)
            object.set("status", entry.status.rawValue)
            return JSONValue.object(object.object)
        }
        return ["data": .array(data)]
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
