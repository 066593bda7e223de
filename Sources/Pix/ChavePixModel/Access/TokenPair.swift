public import ChaveBase
public import ChaveWire

/// The tokens that a merchant's server gets for one device: a short-lived access token, and the token that renews it.
public struct TokenPair: APIMessage, Redacted {
    /// The access token for the Authorization header, at most 8,192 characters.
    public var access: String
    /// The refresh token, which gets the next pair once, at most 8,192 characters.
    public var refresh: String

    /// A pair as the server issued it.
    public init(access: String, refresh: String) {
        self.access = access
        self.refresh = refresh
    }

    public static let schema = Schema(
        "TokenPair",
        "A short-lived token and the one that renews it.",
        [
            .always("access", .text(longest: 8_192, .token), "Goes into the Authorization header."),
            .always("refresh", .text(longest: 8_192, .token), "Gets the next pair, once."),
        ]
    )

    public init(json: JSONValue) throws(FieldErrors) {
        let reader = try FieldReader(json)
        access = try reader.read("access")
        refresh = try reader.read("refresh")
    }

    public var json: JSONValue { ["access": .string(access), "refresh": .string(refresh)] }
}
