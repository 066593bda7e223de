import ChaveBase
import ChavePixModel

/// The tie between this device, a payer and a bank.
public struct Enrollment: Identifiable, Codable, Hashable, Sendable {
    public var id: String
    /// `PENDING`, `SUCCEEDED`, `FAILED` or `CANCELED`; a newer server may say others.
    public var status: String
    /// Why it failed or was cancelled, for programs; `nil` while neither is so.
    public var statusReasonCode: String?
    /// The reason in words, for people.
    public var statusReasonMessage: String?
    /// The bank, filled in by the SDK where it can be read.
    public var institution: Institution?
    /// The bank's side, with the address to visit.
    public var details: EnrollmentDetails
    /// `open_finance_biometric_pix`.
    public var type: String
    /// RFC 3339, UTC.
    public var createdAt: String
    /// RFC 3339, UTC.
    public var updatedAt: String
    /// Who created it, as the server names them.
    public var createdBy: String?
    /// The merchant's own id of the enrollment.
    public var externalId: String?
    /// The merchant's notes, by their names.
    public var metadata: [String: String]

    /// Where to send the person.
    public var redirectUrl: String? { details.redirectUrl }
    /// Keep it: enrollments are listed by it.
    public var deviceId: String { details.riskSignals.deviceId }

    init(_ resource: EnrollmentResource, institution: InstitutionResource?) {
        id = resource.id.text
        status = resource.status.rawValue
        statusReasonCode = resource.statusReasonCode?.rawValue
        statusReasonMessage = resource.statusReasonMessage
        self.institution = institution.map(Institution.init)
        details = EnrollmentDetails(resource.details)
        type = resource.type.rawValue
        createdAt = resource.createdAt.rfc3339
        updatedAt = resource.updatedAt.rfc3339
        createdBy = resource.createdBy
        externalId = resource.externalID
        metadata = resource.metadata.notes
    }
}

/// Where an enrollment stands at the bank, and between whom it is.
public struct EnrollmentDetails: Codable, Hashable, Sendable {
    /// Where it stands at the bank, such as `AWAITING_ENROLLMENT`; more words may come.
    public var status: String
    /// The payer's id.
    public var customer: String
    /// The bank's id.
    public var institution: String
    /// `IOS`, `ANDROID` or `BROWSER`.
    public var platform: String
    /// The enrollment's name, for people.
    public var name: String?
    /// Where the bank sends the person back to.
    public var callbackUrl: String
    /// The bank's page, to be opened once; `nil` when there is nothing to visit any more.
    public var redirectUrl: String?
    /// RFC 3339, UTC.
    public var expiresAt: String?
    /// The bank's limits, for display.
    public var transactionLimit: String?
    /// The bank's limit for one day in reais, such as `1000.00`; `nil` where it names none.
    public var dailyLimit: String?
    /// The payer's account, once the bank has told it.
    public var payerInformation: PayerInformation?
    /// The device that the enrollment belongs to.
    public var riskSignals: EnrollmentRiskSignals

    init(_ details: ChavePixModel.EnrollmentDetails) {
        status = details.status.rawValue
        customer = details.customer.text
        institution = details.institution.text
        platform = details.platform
        name = details.name
        callbackUrl = details.callbackURL
        redirectUrl = details.redirectURL
        expiresAt = details.expiresAt?.rfc3339
        transactionLimit = details.transactionLimit
        dailyLimit = details.dailyLimit
        payerInformation = details.payerInformation.map(PayerInformation.init)
        riskSignals = EnrollmentRiskSignals(deviceId: details.deviceID ?? "")
    }
}

/// What an answer shows of the risk signals: the device, and nothing else.
public struct EnrollmentRiskSignals: Codable, Hashable, Sendable {
    /// Keep it: enrollments are listed by it.
    public var deviceId: String

    /// The device by its id, 64 lower-case hexadecimal digits.
    public init(deviceId: String) { self.deviceId = deviceId }
}

extension Metadata {
    /// The notes by their names.
    var notes: [String: String] {
        names.reduce(into: [:]) { notes, name in notes[name] = self[name] }
    }
}
