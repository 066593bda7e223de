public import ChaveBase
public import ChaveWire

/// The body of `POST /payment-intents/{id}/authorize/`: what the person signed, and what the device says of itself.
public struct AuthorizePaymentIntentRequest: APIRequest, Redacted {
    /// What the device runs.
    public var platform: DevicePlatform?
    /// What the device says of itself.
    public var riskSignals: RiskSignals
    /// What the device signed.
    public var assertion: AssertionCredential

    /// Without a platform the enrollment's own counts.
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
    /// `context.platform` is the enrollment's: it, and not the body, says which signals are required. So nobody leaves signals
    /// out by naming another platform, and a device is not asked for signals of a platform that it only names. Where it is
    /// `nil`, whoever knows the enrollment looks again.
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
