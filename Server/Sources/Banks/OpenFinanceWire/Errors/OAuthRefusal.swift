public import ChaveWire

/// A refusal of an authorization server or of a registration (RFC 6749, section 5.2; RFC 7591, section 3.2.2).
public struct OAuthRefusal: Error, Hashable, Sendable {
    public var status: Int
    /// `error`, such as `invalid_grant`.
    public var error: String
    /// `error_description`: the advice for the developer, with nothing of the request in it.
    public var advice: String

    public init(_ error: String, _ advice: String, status: Int = 400) {
        self.status = status
        self.error = error
        self.advice = advice
    }

    public var body: JSONValue { ["error": .string(error), "error_description": .string(advice)] }

    public static func invalidRequest(_ advice: String) -> OAuthRefusal { OAuthRefusal("invalid_request", advice) }

    /// The client is not who it says, or its certificate is not its own.
    public static func invalidClient(_ advice: String) -> OAuthRefusal {
        OAuthRefusal("invalid_client", advice, status: 401)
    }
}
