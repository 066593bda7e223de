/// An access token from the server, which no description shows.
public struct AccessToken: Hashable, Sendable {
    /// The text for the Authorization header; do not log it.
    public let value: String
    /// The type, which is `Bearer`.
    public let type: String
    /// The lifetime in seconds, from the answer on.
    public let expiresIn: Int
}

/// The tokens of a public client's sign-in, which no description shows.
public struct TokenResponse: Hashable, Sendable {
    /// The token for calls to the tenant's services.
    public let accessToken: AccessToken
    /// A JSON Web Token, verified by the SDK: signature, issuer, audience, times and nonce.
    public let idToken: String
}

/// The code that a confidential client's server exchanges for tokens, once, within a minute; no description shows it.
public struct AuthorizationCode: Hashable, Sendable {
    /// The text for the app's server, valid once, within a minute.
    public let value: String
}

extension AccessToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "AccessToken(<redacted>, type: \(type), expiresIn: \(expiresIn))" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension TokenResponse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "TokenResponse(accessToken: \(accessToken), idToken: <redacted>)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension AuthorizationCode: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "AuthorizationCode(<redacted>)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
