public import ChaveBase
import ChaveWire

/// The `details` of an enrollment, as the API returns them.
public struct EnrollmentDetails: Hashable, Sendable {
    /// The status at the bank, such as `AWAITING_ENROLLMENT`; the list of values may grow.
    public var status: EnrollmentDetailStatus
    /// The payer.
    public var customer: CustomerID
    /// The payer's bank.
    public var institution: InstitutionID
    /// `IOS`, `ANDROID` or `BROWSER`.
    public var platform: String
    /// The enrollment's name, for display.
    public var name: String?
    /// The URL to which the bank sends the payer back.
    public var callbackURL: String
    /// The bank's page for the payer; `nil` until the bank has given the address.
    public var redirectURL: String?
    /// The end time of the enrollment.
    public var expiresAt: Timestamp?
    /// The device's id from its risk signals, at most 255 characters.
    public var deviceID: String?
    /// The bank's limit for one payment, a copy for display.
    public var transactionLimit: String?
    /// The bank's limit for one day in reais, such as `1000.00`; `nil` when the bank sets none.
    public var dailyLimit: String?
    /// The payer's account; `nil` until the bank has sent it.
    public var payerInformation: PayerInformation?

    /// A part of an answer, of these members.
    public init(
        status: EnrollmentDetailStatus,
        customer: CustomerID,
        institution: InstitutionID,
        platform: DevicePlatform,
        name: String? = nil,
        callbackURL: String,
        redirectURL: String? = nil,
        expiresAt: Timestamp? = nil,
        deviceID: String? = nil,
        transactionLimit: String? = nil,
        dailyLimit: String? = nil,
        payerInformation: PayerInformation? = nil
    ) {
        self.status = status
        self.customer = customer
        self.institution = institution
        self.platform = platform.rawValue
        self.name = name
        self.callbackURL = callbackURL
        self.redirectURL = redirectURL
        self.expiresAt = expiresAt
        self.deviceID = deviceID
        self.transactionLimit = transactionLimit
        self.dailyLimit = dailyLimit
        self.payerInformation = payerInformation
    }

    /// The platform; `nil` when this version does not know its name.
    public var devicePlatform: DevicePlatform? { DevicePlatform(caseInsensitive: platform) }

    /// The constant text that replaces the risk signals.
    public static let hiddenRiskSignals = "*****"

    static let schema = Schema(
        "EnrollmentDetails",
        "Where the enrollment stands at the bank, and between whom it is.",
        [
            .always("status", EnrollmentDetailStatus.fieldType, "Where it stands at the bank."),
            .always("customer", .uuid, "The payer."),
            .always("institution", .uuid, "The payer's bank."),
            .always("platform", .enumeration(DevicePlatform.allCases.map(\.rawValue), .open), "What the device runs."),
            .orNull("name", .text(longest: 140), "The name, for people."),
            .always("callback_url", .text(longest: CallbackURL.longest), "Where the bank sends the payer back to."),
            .orNull("redirect_url", .text(longest: 8_192), "Where to send the payer."),
            .always("risk_signals", .enumeration([hiddenRiskSignals], .open), "Hidden."),
            .orNull("expires_at", .timestamp, "When the enrollment ends."),
            .orNull("device_id", .text(longest: 255), "The device, as its signals name it."),
            .orNull("transaction_limit", .money, "The bank's limit for one payment."),
            .orNull("daily_limit", .money, "The bank's limit for one day."),
            .orNull("payer_information", .object(PayerInformation.schema), "The account, once the bank has told it."),
        ]
    )

    init(reader: FieldReader) throws(FieldErrors) {
        status = try reader.read("status")
        customer = try reader.read("customer")
        institution = try reader.read("institution")
        platform = try reader.read("platform")
        name = reader.find("name")
        callbackURL = try reader.read("callback_url")
        redirectURL = reader.find("redirect_url")
        expiresAt = reader.find("expires_at")
        deviceID = reader.find("device_id")
        transactionLimit = reader.find("transaction_limit")
        dailyLimit = reader.find("daily_limit")
        payerInformation = PayerInformation(reader: reader.findObject("payer_information"))
    }

    var json: JSONValue {
        var object = JSONObject()
        object.write("status", status)
        object.write("customer", customer)
        object.write("institution", institution)
        object.write("platform", platform)
        object.write("name", name)
        object.write("callback_url", callbackURL)
        object.write("redirect_url", redirectURL)
        object.write("risk_signals", EnrollmentDetails.hiddenRiskSignals)
        object.write("expires_at", expiresAt)
        object.write("device_id", deviceID)
        object.write("transaction_limit", transactionLimit)
        object.write("daily_limit", dailyLimit)
        object.write("payer_information", json: payerInformation?.json)
        return .object(object)
    }
}
