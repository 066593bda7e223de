/// An access token as the server gave it; no description shows it.
public struct AccessToken: Hashable, Sendable {
    /// The text for the Authorization header; never to be logged.
    public let value: String
    /// `Bearer`.
    public let type: String
    /// In seconds, from the answer on.
    public let expiresIn: Int
}

/// What a sign-in of a public client gives; no description shows the tokens.
public struct TokenResponse: Hashable, Sendable {
    /// For calls to the tenant's services.
    public let accessToken: AccessToken
    /// A JSON Web Token, verified by the SDK: signature, issuer, audience, times and nonce.
    public let idToken: String
}

/// What a confidential client's server exchanges for tokens, once, within a minute; no description shows it.
public struct AuthorizationCode: Hashable, Sendable {
    /// For the app's server, once, within a minute.
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
