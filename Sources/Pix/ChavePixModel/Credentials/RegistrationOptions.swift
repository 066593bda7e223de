public import ChaveBase
public import ChaveWire

/// The bank's request for a new credential: WebAuthn's creation options, stored as they came.
public struct RegistrationOptions: APIMessage, Redacted {
    /// The options as they came.
    public let object: JSONObject

    public static let schema = Schema(
        "FidoRegistrationOptions",
        "WebAuthn's creation options, as the bank made them.",
        [
            .always("rp", .anyObject, "The relying party: id and name."),
            .always("user", .anyObject, "The user: id, name and displayName."),
            .always("challenge", .text(longest: 1_366, .token), "The challenge, base64url."),
            .always("pubKeyCredParams", .array(.anyObject, count: 0...100, takesSingleValue: false), "The algorithms."),
            Field("timeout", .integer(0...Int64.max), .optional, "Milliseconds."),
            Field(
                "excludeCredentials",
                .array(.anyObject, count: 0...1_000, takesSingleValue: false),
                .optional,
                "Credentials that the device must not have."
            ),
            Field("authenticatorSelection", .anyObject, .optional, "What the authenticator must be able to do."),
            Field("attestation", .text(longest: 40), .optional, "What the authenticator shall say of itself."),
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
    /// The domain of the new credential; like the texts below, `nil` when the member is no text.
    public var relyingPartyID: String? { object["rp"]?["id"]?.string }
    /// The bank's name, for display.
    public var relyingPartyName: String? { object["rp"]?["name"]?.string }
    /// The account's handle, as text.
    public var userID: String? { object["user"]?["id"]?.string }
    /// The account's name, for display.
    public var userName: String? { object["user"]?["name"]?.string }
    /// The person's name, for display.
    public var userDisplayName: String? { object["user"]?["displayName"]?.string }
    /// The COSE algorithms in the order of preference.
    public var algorithms: [Int64] {
        (object["pubKeyCredParams"]?.array ?? []).compactMap { $0["alg"]?.number?.int64 }
    }
    /// The maximum duration of the ceremony; `nil` when the options give none.
    public var timeoutMilliseconds: Int64? { object["timeout"]?.number?.int64 }
    /// The ids of credentials, base64url; an authenticator that holds one of them must refuse.
    public var excludedCredentialIDs: [String] {
        (object["excludeCredentials"]?.array ?? []).compactMap { $0["id"]?.string }
    }
    /// `required`, `preferred` or `discouraged`.
    public var userVerification: String? { object["authenticatorSelection"]?["userVerification"]?.string }
    /// The attestation that the bank asks for, at most 40 characters.
    public var attestation: String? { object["attestation"]?.string }
    /// The extensions.
    public var extensions: JSONValue? { object["extensions"] }
}
