public import ChaveBase
public import ChaveWire

/// The body of `POST /enrollments/`: requests the tie between a device, a payer and a bank.
public struct CreateEnrollmentRequest: APIRequest, Redacted {
    /// The kind of enrollment.
    public var type: PaymentMethodType
    /// The merchant's own id of the enrollment, at most 255 characters.
    public var externalID: String?
    /// The merchant's notes.
    public var metadata: Metadata?
    /// The payer.
    public var customer: CustomerReference
    /// The payer's bank.
    public var institution: InstitutionID
    /// The enrollment's name, for display, at most 140 characters.
    public var name: String?
    /// The platform of the device.
    public var platform: DevicePlatform
    /// The URL to which the bank sends the payer back.
    public var callbackURL: CallbackURL
    /// The device's risk signals.
    public var riskSignals: RiskSignals

    /// A request of these members; this initialiser does not check the table's limits.
    public init(
        externalID: String? = nil,
        metadata: Metadata? = nil,
        customer: CustomerReference,
        institution: InstitutionID,
        name: String? = nil,
        platform: DevicePlatform,
        callbackURL: CallbackURL,
        riskSignals: RiskSignals
    ) {
        type = .openFinanceBiometricPix
        self.externalID = externalID
        self.metadata = metadata
        self.customer = customer
        self.institution = institution
        self.name = name
        self.platform = platform
        self.callbackURL = callbackURL
        self.riskSignals = riskSignals
    }

    public static let schema = Schema(
        "CreateEnrollmentRequest",
        "Asks for the tie between a device, a payer and a bank.",
        [
            Field("type", .enumeration(PaymentMethodType.all.map(\.rawValue)), .required, "The kind of enrollment."),
            Field("external_id", .text(longest: 255), .optional, "The merchant's own id of the enrollment."),
            Field("metadata", .metadata, .optional, "The merchant's notes."),
            Field("details", .object(detailsSchema), .required, "Who, where and on what device."),
        ]
    )

    private static let detailsSchema = Schema(
        "CreateEnrollmentDetails",
        "Who, where and on what device.",
        [
            Field("customer", .reference(CustomerReference.schema), .required, "The payer."),
            Field("institution", .uuid, .required, "The payer's bank."),
            Field("name", .text(longest: 140), .optional, "The enrollment's name, for people."),
            Field(
                "platform",
                .enumeration(DevicePlatform.allCases.map(\.rawValue), .anyCase),
                .required,
                "What the device runs."
            ),
            Field("callback_url", .text(.callbackURL), .required, "Where the bank sends the payer back to."),
            Field("risk_signals", .object(RiskSignals.schema), .required, "What the device says of itself."),
        ]
    )

    /// Reads the request; the request's own platform determines the required signals.
    public init(json: JSONValue, in context: SchemaContext) throws(FieldErrors) {
        var context = context
        context.platform = json["details"]?["platform"].flatMap(DevicePlatform.init(scalar:))
        try CreateEnrollmentRequest.schema.check(json, in: context)
        let reader = try FieldReader(json)
        let details = try reader.readObject("details")
        type = try reader.read("type")
        externalID = reader.find("external_id")
        metadata = reader.find("metadata")
        customer = try CustomerReference("customer", in: details)
        institution = try details.read("institution")
        name = details.find("name")
        platform = try details.read("platform")
        let callback: String = try details.read("callback_url")
        guard let callbackURL = CallbackURL(callback, rules: context.callbackRules) else {
            throw details.failure("callback_url")
        }
        self.callbackURL = callbackURL
        riskSignals = try RiskSignals(checked: details.readObject("risk_signals"))
    }

    public var json: JSONValue {
        var details = JSONObject()
        details["customer"] = customer.json
        details.write("institution", institution)
        details.writeIfAny("name", name)
        details.write("platform", platform)
        details.write("callback_url", callbackURL.text)
        details["risk_signals"] = riskSignals.json
        var object = JSONObject()
        object.write("type", type)
        object.writeIfAny("external_id", externalID)
        object.writeIfAny("metadata", metadata)
        object["details"] = .object(details)
        return .object(object)
    }
}
