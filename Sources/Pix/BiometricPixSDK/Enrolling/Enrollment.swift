import ChaveBase
import ChavePixModel

/// The tie between this device, a payer and a bank.
public struct Enrollment: Identifiable, Codable, Hashable, Sendable {
    public var id: String
    /// The status: `PENDING`, `SUCCEEDED`, `FAILED` or `CANCELED`; a newer server may send other values.
    public var status: String
    /// The reason for the failure or the cancellation, for programs; `nil` in every other status.
    public var statusReasonCode: String?
    /// The reason in words, for people.
    public var statusReasonMessage: String?
    /// The bank, which the SDK adds when it can read the bank.
    public var institution: Institution?
    /// The status and data at the bank, with the address to visit.
    public var details: EnrollmentDetails
    /// The kind of enrollment, `open_finance_biometric_pix`.
    public var type: String
    /// The creation time, RFC 3339, UTC.
    public var createdAt: String
    /// The time of the last change, RFC 3339, UTC.
    public var updatedAt: String
    /// The creator, as the server names it.
    public var createdBy: String?
    /// The merchant's own id of the enrollment.
    public var externalId: String?
    /// The merchant's notes, by name.
    public var metadata: [String: String]

    /// The bank's page for the person.
    public var redirectUrl: String? { details.redirectUrl }
    /// The device's id; store it, because `listEnrollments` needs it.
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

/// The status of an enrollment at the bank, and its parties.
public struct EnrollmentDetails: Codable, Hashable, Sendable {
    /// The status at the bank, such as `AWAITING_ENROLLMENT`; the list of values may grow.
    public var status: String
    /// The payer's id.
    public var customer: String
    /// The bank's id.
    public var institution: String
    /// `IOS`, `ANDROID` or `BROWSER`.
    public var platform: String
    /// The enrollment's name, for display.
    public var name: String?
    /// The URL to which the bank sends the person back.
    public var callbackUrl: String
    /// The bank's page, to be opened once; `nil` when there is nothing to visit any more.
    public var redirectUrl: String?
    /// The end time of the enrollment, RFC 3339, UTC.
    public var expiresAt: String?
    /// The bank's limit for one payment, for display.
    public var transactionLimit: String?
    /// The bank's limit for one day in reais, such as `1000.00`; `nil` when the bank sets none.
    public var dailyLimit: String?
    /// The payer's account; `nil` until the bank has sent it.
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

/// The part of the risk signals that the server returns: the device's id, and nothing else.
public struct EnrollmentRiskSignals: Codable, Hashable, Sendable {
    /// The device's id; store it, because `listEnrollments` needs it.
    public var deviceId: String

    /// A device's id, 64 lower-case hexadecimal digits.
    public init(deviceId: String) { self.deviceId = deviceId }
}

extension Metadata {
    /// The notes by name.
    var notes: [String: String] {
        names.reduce(into: [:]) { notes, name in notes[name] = self[name] }
    }
}
