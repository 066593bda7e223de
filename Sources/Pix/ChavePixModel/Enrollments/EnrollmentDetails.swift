public import ChaveBase
import ChaveWire

/// What an answer says about an enrollment under `details`.
public struct EnrollmentDetails: Hashable, Sendable {
    /// Where it stands at the bank, such as `AWAITING_ENROLLMENT`; more words may come.
    public var status: EnrollmentDetailStatus
    /// The payer.
    public var customer: CustomerID
    /// The payer's bank.
    public var institution: InstitutionID
    /// `IOS`, `ANDROID` or `BROWSER`.
    public var platform: String
    /// The enrollment's name, for people.
    public var name: String?
    /// Where the bank sends the payer back to.
    public var callbackURL: String
    /// Where to send the payer; `nil` before the bank has said it.
    public var redirectURL: String?
    /// When the enrollment ends.
    public var expiresAt: Timestamp?
    /// The device, as its signals name it, at most 255 characters.
    public var deviceID: String?
    /// The bank's limits, a copy for display.
    public var transactionLimit: String?
    /// The bank's limit for one day in reais, such as `1000.00`; `nil` where it names none.
    public var dailyLimit: String?
    /// `nil` until the bank has told it.
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

    /// The platform; `nil` for one that this version does not know.
    public var devicePlatform: DevicePlatform? { DevicePlatform(caseInsensitive: platform) }

    /// What stands in place of the risk signals, always.
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
