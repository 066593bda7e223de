import ChavePixModel

/// The tie between this device, a payer and a bank.
public struct Enrollment: Identifiable, Codable, Hashable, Sendable {
    public var id: String
    /// `PENDING`, `SUCCEEDED`, `FAILED` or `CANCELED`; a newer server may say others.
    public var status: String
    public var statusReasonCode: String?
    public var statusReasonMessage: String?
    /// The bank, filled in by the SDK where it can be read.
    public var institution: Institution?
    public var details: EnrollmentDetails
    public var type: String
    /// RFC 3339, UTC.
    public var createdAt: String
    /// RFC 3339, UTC.
    public var updatedAt: String
    public var createdBy: String?
    public var externalId: String?

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
    }
}

/// Where an enrollment stands at the bank, and between whom it is.
public struct EnrollmentDetails: Codable, Hashable, Sendable {
    public var status: String
    /// The payer's id.
    public var customer: String
    /// The bank's id.
    public var institution: String
    public var platform: String
    public var name: String?
    public var callbackUrl: String
    public var redirectUrl: String?
    /// RFC 3339, UTC.
    public var expiresAt: String?
    /// The bank's limits, for display.
    public var transactionLimit: String?
    public var dailyLimit: String?
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
        riskSignals = EnrollmentRiskSignals(deviceId: details.deviceID ?? "")
    }
}

/// What an answer shows of the risk signals: the device, and nothing else.
public struct EnrollmentRiskSignals: Codable, Hashable, Sendable {
    public var deviceId: String

    public init(deviceId: String) { self.deviceId = deviceId }
}
