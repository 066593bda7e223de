public import ChaveBase
public import ChaveWire

/// An app of the organisation, as the API returns it.
public struct AppResource: APIMessage {
    /// The id of this entry.
    public var id: AppID
    /// The creation time of this entry.
    public var createdAt: Timestamp
    /// The app's platform.
    public var platform: String
    /// The app's id, at most 255 characters.
    public var appID: String
    /// The URLs to which banks may send people back.
    public var callbackURLs: [String]
    /// SHA-256 fingerprints of the app's signing certificates, as Android's tools print them; Android only.
    public var certificateFingerprints: [String]

    /// An answer of these members.
    public init(
        id: AppID,
        createdAt: Timestamp,
        platform: DevicePlatform,
        appID: String,
        callbackURLs: [String],
        certificateFingerprints: [String] = []
    ) {
        self.id = id
        self.createdAt = createdAt
        self.platform = platform.rawValue
        self.appID = appID
        self.callbackURLs = callbackURLs
        self.certificateFingerprints = certificateFingerprints
    }

    public static let schema = Schema(
        "App",
        "An app of the organisation.",
        [
            .always("id", .uuid, "The id of this entry."),
            .always("created_at", .timestamp, "When it was created."),
            .always("platform", .enumeration(DevicePlatform.allCases.map(\.rawValue), .open), "What the app runs on."),
            .always("app_id", .text(longest: 255), "The app's id."),
            .always(
                "callback_urls",
                .array(.text(longest: CallbackURL.longest), count: 0...50, takesSingleValue: false),
                "Where banks may send people back to."
            ),
            .always(
                "sha256_cert_fingerprints",
                .array(.text(.certificateFingerprint), count: 0...10, takesSingleValue: false),
                "Of an Android app's signing certificates; without one the app is left out of assetlinks.json."
            ),
        ]
    )

    public init(json: JSONValue) throws(FieldErrors) {
        let reader = try FieldReader(json)
        id = try reader.read("id")
        createdAt = try reader.read("created_at")
        platform = try reader.read("platform")
        appID = try reader.read("app_id")
        callbackURLs = reader.texts("callback_urls")
        certificateFingerprints = reader.texts("sha256_cert_fingerprints")
    }

    public var json: JSONValue {
        var object = JSONObject()
        object.write("id", id)
        object.write("created_at", createdAt)
        object.write("platform", platform)
        object.write("app_id", appID)
        object["callback_urls"] = .array(callbackURLs.map(JSONValue.string))
        object["sha256_cert_fingerprints"] = .array(certificateFingerprints.map(JSONValue.string))
        return .object(object)
    }
}
