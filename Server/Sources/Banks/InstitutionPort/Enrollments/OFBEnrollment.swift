public import ChaveBase
public import ChavePixModel
public import ChaveWire

/// An enrollment's status at the bank.
public enum OFBEnrollmentStatus: String, Hashable, Sendable, Codable, CaseIterable {
    case awaitingRiskSignals = "AWAITING_RISK_SIGNALS"
    case awaitingAccountHolderValidation = "AWAITING_ACCOUNT_HOLDER_VALIDATION"
    case awaitingEnrollment = "AWAITING_ENROLLMENT"
    case authorised = "AUTHORISED"
    case rejected = "REJECTED"
    case revoked = "REVOKED"
}

/// Answer to `POST /enrollments` and `GET /enrollments/{enrollmentId}`.
public struct OFBEnrollment: InstitutionMessage {
    public var enrollmentID: String
    public var creation: Timestamp
    public var status: OFBEnrollmentStatus
    public var statusUpdate: Timestamp
    public var expiration: Timestamp?
    /// The person whom the enrollment is for; after approval, the person who signed in at the bank.
    public var cpf: String
    public var debtorAccount: OFBAccount?
    public var name: String?
    public var cancellation: OFBCancellation?
    public var transactionLimit: Money?
    public var dailyLimit: Money?
    public var permissions: [String]

    public init(
        enrollmentID: String,
        creation: Timestamp,
        status: OFBEnrollmentStatus,
        statusUpdate: Timestamp,
        expiration: Timestamp?,
        cpf: String,
        debtorAccount: OFBAccount?,
        name: String?,
        cancellation: OFBCancellation?,
        transactionLimit: Money?,
        dailyLimit: Money?,
        permissions: [String] = ["PAYMENTS_INITIATE"]
    ) {
        self.enrollmentID = enrollmentID
        self.creation = creation
        self.status = status
        self.statusUpdate = statusUpdate
        self.expiration = expiration
        self.cpf = cpf
        self.debtorAccount = debtorAccount
        self.name = name
        self.cancellation = cancellation
        self.transactionLimit = transactionLimit
        self.dailyLimit = dailyLimit
        self.permissions = permissions
    }

    public init(json: JSONValue) throws(InstitutionMessageError) {
        let data = try MessageReader(data: json)
        enrollmentID = try data.string("enrollmentId", limit: 256)
        creation = try data.time("creationDateTime")
        status = try data.choice("status", of: OFBEnrollmentStatus.self)
        statusUpdate = try data.time("statusUpdateDateTime")
        permissions = try data.strings("permissions", limit: 30)
        expiration = try data.optionalTime("expirationDateTime")
        cpf = try OFBDocument.cpf(data.object("loggedUser"))
        if let account = try data.optionalObject("debtorAccount") {
            debtorAccount = try OFBAccount(account)
        } else {
            debtorAccount = nil
        }
        name = try data.optionalString("enrollmentName", limit: 560)
        if let reader = try data.optionalObject("cancellation") {
            cancellation = try OFBCancellation(reader)
        } else {
            cancellation = nil
        }
        transactionLimit = try data.optionalMoney("transactionLimit")
        dailyLimit = try data.optionalMoney("dailyLimit")
    }

    public var json: JSONValue { json(answeredAt: statusUpdate) }

    public func json(answeredAt: Timestamp) -> JSONValue {
        var data = MessageWriter()
        data.set("enrollmentId", enrollmentID)
        data.set("creationDateTime", creation)
        data.set("status", status.rawValue)
        data.set("statusUpdateDateTime", statusUpdate)
        data["permissions"] = .array(permissions.map(JSONValue.string))
        data.set("expirationDateTime", expiration)
        data["loggedUser"] = OFBDocument.json(cpf: cpf)
        data["debtorAccount"] = debtorAccount?.json
        data.set("enrollmentName", name)
        data["cancellation"] = cancellation?.json
        data.set("transactionLimit", transactionLimit)
        data.set("dailyLimit", dailyLimit)
        return data.envelope(
            link: "/open-banking/enrollments/v2/enrollments/\(enrollmentID)",
            answeredAt: answeredAt
        )
    }
}
