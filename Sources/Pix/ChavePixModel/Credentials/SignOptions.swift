public import ChaveBase
public import ChaveWire

/// The bank's request for a signature: WebAuthn's request options, stored as they came.
public struct SignOptions: APIMessage, Redacted {
    /// The options as they came.
    public let object: JSONObject

    /// Options for one signature.
    public init(
        relyingPartyID: String,
        timeoutMilliseconds: Int64 = SignOptions.timeoutMilliseconds,
        challenge: [UInt8],
        allowedCredentials: [[UInt8]],
        userVerification: String
    ) {
        var object = JSONObject()
        object.write("rpId", relyingPartyID)
        object.write("timeout", timeoutMilliseconds)
        object.write("challenge", Base64Text(challenge))
        object["allowCredentials"] = .array(
            allowedCredentials.map { ["id": Base64Text($0).scalar, "type": "public-key"] }
        )
        object.write("userVerification", userVerification)
        self.object = object
    }

    /// The contract's time limit for the person to sign.
    public static let timeoutMilliseconds: Int64 = 300_000

    public static let schema = Schema(
        "FidoOptions",
        "WebAuthn's request options.",
        [
            Field("rpId", .text(longest: 253), .optional, "The relying party's id."),
            Field("timeout", .integer(0...Int64.max), .optional, "Milliseconds."),
            .always("challenge", .text(longest: 1_366, .token), "The challenge, base64url."),
            Field(
                "allowCredentials",
                .array(.anyObject, count: 0...1_000, takesSingleValue: false),
                .optional,
                "The credentials that may sign."
            ),
            Field("userVerification", .text(longest: 40), .optional, "Whether the person must be verified."),
            Field("extensions", .anyObject, .optional, "Extensions."),
        ]
    )

    /// Accepts any object with a challenge; the authenticator checks the rest.
    public init(json: JSONValue) throws(FieldErrors) {
        let reader = try FieldReader(json)
        let _: String = try reader.read("challenge")
        object = reader.object
    }

    public var json: JSONValue { .object(object) }

    /// The challenge as text, base64url.
    public var challengeText: String { object["challenge"]?.string ?? "" }
    /// The challenge; `nil` when its text is not base64url.
    public var challenge: [UInt8]? { try? Base64URL.decode(challengeText) }
    /// The domain of the credential; `nil` when the member is no text.
    public var relyingPartyID: String? { object["rpId"]?.string }
    /// The maximum duration of the ceremony; `nil` when the options give none.
    public var timeoutMilliseconds: Int64? { object["timeout"]?.number?.int64 }
    /// The ids of the credentials that may sign, base64url.
    public var allowedCredentialIDs: [String] {
        (object["allowCredentials"]?.array ?? []).compactMap { $0["id"]?.string }
    }
    /// `required`, `preferred` or `discouraged`.
    public var userVerification: String? { object["userVerification"]?.string }
    /// The extensions.
    public var extensions: JSONValue? { object["extensions"] }
}
