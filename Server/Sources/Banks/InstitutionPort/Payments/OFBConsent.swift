public import ChaveBase
public import ChavePixModel
public import ChaveWire

/// A consent's status at the bank.
public enum OFBConsentStatus: String, Hashable, Sendable, Codable, CaseIterable {
    case awaitingAuthorisation = "AWAITING_AUTHORISATION"
    case partiallyAccepted = "PARTIALLY_ACCEPTED"
    case authorised = "AUTHORISED"
    case rejected = "REJECTED"
    case consumed = "CONSUMED"
}

/// Body of `POST /consents`.
public struct OFBConsentCreation: InstitutionMessage {
    public var cpf: String
    public var terms: OFBPaymentTerms
    public var debtorAccount: OFBAccount?
    /// `YYYY-MM-DD`.
    public var date: String

    public init(cpf: String, terms: OFBPaymentTerms, debtorAccount: OFBAccount?, date: String) {
        self.cpf = cpf
        self.terms = terms
        self.debtorAccount = debtorAccount
        self.date = date
    }

    public init(json: JSONValue) throws(InstitutionMessageError) {
        let data = try MessageReader(data: json)
        cpf = try OFBDocument.cpf(data.object("loggedUser"))
        terms = try OFBPaymentTerms(consent: data)
        if let account = try data.optionalObject("debtorAccount") {
            debtorAccount = try OFBAccount(account)
        } else {
            debtorAccount = nil
        }
        date = try OFBConsentCreation.date(data, terms)
    }

    /// The day of the consent's first payment: `date`, or the first one of the schedule, but not both.
    fileprivate static func date(
        _ data: MessageReader,
        _ terms: OFBPaymentTerms
    ) throws(InstitutionMessageError) -> String {
        let payment = try data.object("payment")
        guard let schedule = terms.schedule else { return try payment.string("date", limit: 10) }
        guard !payment.has("date") else { throw payment.invalid("date") }
        guard let first = schedule.days.first else { throw payment.invalid("schedule") }
        return first.iso
    }

    public var json: JSONValue {
        var data = MessageWriter()
        data["loggedUser"] = OFBDocument.json(cpf: cpf)
        terms.write(consent: &data, date: date)
        data["debtorAccount"] = debtorAccount?.json
        return data.envelope
    }
}

/// Answer to `POST /consents` and `GET /consents/{consentId}`.
public struct OFBConsent: InstitutionMessage {
    public var consentID: String
    public var creation: Timestamp
    public var expiration: Timestamp
    public var statusUpdate: Timestamp
    public var status: OFBConsentStatus
    public var cpf: String
    public var terms: OFBPaymentTerms
    public var debtorAccount: OFBAccount?
    /// The day of its first payment, `YYYY-MM-DD`.
    public var date: String
    public var rejectionReason: String?

    public init(
        consentID: String,
        creation: Timestamp,
        expiration: Timestamp,
        statusUpdate: Timestamp,
        status: OFBConsentStatus,
        cpf: String,
        terms: OFBPaymentTerms,
        debtorAccount: OFBAccount?,
        date: String,
        rejectionReason: String?
    ) {
        self.consentID = consentID
        self.creation = creation
        self.expiration = expiration
        self.statusUpdate = statusUpdate
        self.status = status
        self.cpf = cpf
        self.terms = terms
        self.debtorAccount = debtorAccount
        self.date = date
        self.rejectionReason = rejectionReason
    }

    public init(json: JSONValue) throws(InstitutionMessageError) {
        let data = try MessageReader(data: json)
        consentID = try data.string("consentId", limit: 256)
        creation = try data.time("creationDateTime")
        expiration = try data.time("expirationDateTime")
        statusUpdate = try data.time("statusUpdateDateTime")
        status = try data.choice("status", of: OFBConsentStatus.self)
        cpf = try OFBDocument.cpf(data.object("loggedUser"))
        terms = try OFBPaymentTerms(consent: data)
        if let account = try data.optionalObject("debtorAccount") {
            debtorAccount = try OFBAccount(account)
        } else {
            debtorAccount = nil
        }
        date = try OFBConsentCreation.date(data, terms)
        rejectionReason = try data.optionalObject("rejectionReason")?.string("code", limit: 255)
    }

    public var json: JSONValue { json(answeredAt: statusUpdate) }

    public func json(answeredAt: Timestamp) -> JSONValue {
        var data = MessageWriter()
        data.set("consentId", consentID)
        data.set("creationDateTime", creation)
        data.set("expirationDateTime", expiration)
        data.set("statusUpdateDateTime", statusUpdate)
        data.set("status", status.rawValue)
        data["loggedUser"] = OFBDocument.json(cpf: cpf)
        terms.write(consent: &data, date: date)
        data["debtorAccount"] = debtorAccount?.json
        if let rejectionReason {
            data["rejectionReason"] = ["code": .string(rejectionReason), "detail": .string(rejectionReason)]
        }
        return data.envelope(link: "/open-banking/payments/v4/consents/\(consentID)", answeredAt: answeredAt)
    }
}

/// Body of `POST /consents/{consentId}/authorise`, answered 204.
public struct OFBConsentAuthorisation: InstitutionMessage {
    public var enrollmentID: String
    public var signals: RiskSignals
    public var assertion: OFBFidoAssertion

    public init(enrollmentID: String, signals: RiskSignals, assertion: OFBFidoAssertion) {
        self.enrollmentID = enrollmentID
        self.signals = signals
        self.assertion = assertion
    }

    public init(json: JSONValue) throws(InstitutionMessageError) {
        let data = try MessageReader(data: json)
        enrollmentID = try data.string("enrollmentId", limit: 256)
        assertion = try OFBFidoAssertion(data.object("fidoAssertion"))
        signals = try MessageReader.signals(data.value("riskSignals"), path: "data.riskSignals")
    }

    public var json: JSONValue {
        var data = MessageWriter()
        data.set("enrollmentId", enrollmentID)
        data["riskSignals"] = signals.json
        data["fidoAssertion"] = assertion.json
        return data.envelope
    }
}
