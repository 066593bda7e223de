public import ChaveWire

/// The body of `POST /apps/`: an app of the organisation, and the URLs to which banks may send people back.
public struct CreateAppRequest: APIRequest {
    /// The app's platform.
    public var platform: DevicePlatform
    /// `TEAM_ID.BUNDLE_ID` for iOS, the package name for Android.
    public var appID: String
    /// The URLs to which banks may send people back; a repeated URL counts once.
    public var callbackURLs: [CallbackURL]
    /// Fingerprints of an Android app's signing certificates; `assetlinks.json` leaves out an app without one.
    public var certificateFingerprints: [String]

    /// A request of these members; this initialiser does not check the table's limits.
    public init(
        platform: DevicePlatform,
        appID: String,
        callbackURLs: [CallbackURL],
        certificateFingerprints: [String] = []
    ) {
        self.platform = platform
        self.appID = appID
        self.callbackURLs = callbackURLs
        self.certificateFingerprints = certificateFingerprints
    }

    public static let schema = Schema(
        "CreateAppRequest",
        "An app of the organisation.",
        [
            Field(
                "platform",
                .enumeration(DevicePlatform.allCases.filter(\.isNative).map(\.rawValue), .anyCase),
                .required,
                "What the app runs on."
            ),
            Field("app_id", .text(longest: 255, .appID), .required, "The app's id."),
            Field(
                "callback_urls",
                .array(.text(.callbackURL), count: 1...50, takesSingleValue: false),
                .required,
                "Where banks may send people back to; one that stands twice counts once."
            ),
            Field(
                "sha256_cert_fingerprints",
                .array(.text(.certificateFingerprint), count: 0...10, takesSingleValue: false),
                .optional,
                "Of an Android app's signing certificates; without one the app is left out of assetlinks.json."
            ),
        ]
    )

    public init(json: JSONValue, in context: SchemaContext) throws(FieldErrors) {
        try CreateAppRequest.schema.check(json, in: context)
        let reader = try FieldReader(json)
        platform = try reader.read("platform")
        appID = try reader.read("app_id")
        callbackURLs = reader.texts("callback_urls").compactMap { CallbackURL($0, rules: context.callbackRules) }
        certificateFingerprints = reader.texts("sha256_cert_fingerprints").map { $0.uppercased() }
    }

    public var json: JSONValue {
        var object = JSONObject()
        object.write("platform", platform)
        object.write("app_id", appID)
        object["callback_urls"] = .array(callbackURLs.map { .string($0.text) })
        if !certificateFingerprints.isEmpty {
            object["sha256_cert_fingerprints"] = .array(certificateFingerprints.map(JSONValue.string))
        }
        return .object(object)
    }
}
