public import ChaveBase
public import ChaveWire

/// What a merchant's server fetches for one device: a short-lived token and the one that renews it.
public struct TokenPair: APIMessage, Redacted {
    /// Goes into the Authorization header, at most 8,192 characters.
    public var access: String
    /// Gets the next pair, once, at most 8,192 characters.
    public var refresh: String

    /// A pair as the server made it.
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
