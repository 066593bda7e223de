public import ChaveBase
public import ChaveWire

/// The body of `POST /payment-intents/{id}/authorize/`: the person's signature and the device's risk signals.
public struct AuthorizePaymentIntentRequest: APIRequest, Redacted {
    /// The platform of the device.
    public var platform: DevicePlatform?
    /// The device's risk signals.
    public var riskSignals: RiskSignals
    /// The assertion that the device signed.
    public var assertion: AssertionCredential

    /// A request; without a platform, the enrollment's platform counts.
    public init(platform: DevicePlatform? = nil, riskSignals: RiskSignals, assertion: AssertionCredential) {
        self.platform = platform
        self.riskSignals = riskSignals
        self.assertion = assertion
    }

    public static let schema = Schema(
        "AuthorizePaymentIntentRequest",
        "What the person signed, and what the device says of itself.",
        [
            Field(
                "platform",
                .enumeration(DevicePlatform.allCases.map(\.rawValue), .anyCase),
                .optional,
                "What the device runs."
            ),
            Field("risk_signals", .object(RiskSignals.schema), .required, "What the device says of itself."),
            Field("assertion", .object(AssertionCredential.schema), .required, "What the device signed."),
        ]
    )

    /// Reads the request.
    ///
    /// `context.platform` is the enrollment's platform, and it alone determines the required signals. The platform in
    /// the body does not: a device cannot leave signals out by naming another platform. A device also needs no signals
    /// of a platform that it only names. When `context.platform` is `nil`, the code that knows the enrollment must
    /// check the signals again.
    public init(json: JSONValue, in context: SchemaContext) throws(FieldErrors) {
        try AuthorizePaymentIntentRequest.schema.check(json, in: context)
        let reader = try FieldReader(json)
        platform = reader.find("platform")
        riskSignals = try RiskSignals(checked: reader.readObject("risk_signals"))
        assertion = try AssertionCredential(checked: reader.readObject("assertion"))
    }

    public var json: JSONValue {
        var object = JSONObject()
        object.writeIfAny("platform", platform)
        object["risk_signals"] = riskSignals.json
        object["assertion"] = assertion.json
        return .object(object)
    }
}
