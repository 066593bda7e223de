public import ChaveWire

/// The body of `POST /apps/`: an app of the organisation and where banks may send people back to it.
public struct CreateAppRequest: APIRequest {
    public var platform: DevicePlatform
    /// `TEAM_ID.BUNDLE_ID`.
    public var appID: String
    public var callbackURLs: [CallbackURL]

    public init(platform: DevicePlatform, appID: String, callbackURLs: [CallbackURL]) {
        self.platform = platform
        self.appID = appID
        self.callbackURLs = callbackURLs
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
                "Where banks may send people back to."
            ),
        ]
    )

    public init(json: JSONValue, in context: SchemaContext) throws(FieldErrors) {
        try CreateAppRequest.schema.check(json, in: context)
        let reader = try FieldReader(json)
        platform = try reader.read("platform")
        appID = try reader.read("app_id")
        callbackURLs = reader.texts("callback_urls").compactMap { CallbackURL($0, rules: context.callbackRules) }
    }

    public var json: JSONValue {
        var object = JSONObject()
        object.write("platform", platform)
        object.write("app_id", appID)
        object["callback_urls"] = .array(callbackURLs.map { .string($0.text) })
        return .object(object)
    }
}
