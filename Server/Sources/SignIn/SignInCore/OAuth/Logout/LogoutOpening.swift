import ChaveBase
public import SignInModel

/// The answer to a browser that a client sent to end the session (OpenID Connect RP-Initiated Logout 1.0).
public enum LogoutOpening: Hashable, Sendable {
    /// The session is over, or there was none: the browser goes back to the client, or gets a page that says so.
    case left(to: String?)
    /// The page asks the person first.
    case ask(LogoutView)
    /// No person is signed in here, and nothing proves that a client sent the browser: the way back is a link.
    case nobody(LogoutAsker)
    /// Shows a refusal on this server and sends the browser nowhere.
    case show(OAuthError)
}

/// The client that wants the session to end.
public struct LogoutAsker: Hashable, Sendable {
    /// The client's id; `nil` where the request names none.
    public var client: String?
    public var clientName: String?
    /// A registered address, without parameters.
    public var redirectURI: String?
    public var state: String?

    /// The address to which the browser goes afterwards.
    public var way: String? { redirectURI.map { RedirectURI.adding([("state", state)], to: $0) } }

    /// The origin or scheme of the address, for a page's content policy.
    public var target: String? { redirectURI.map(AuthorizationRequest.target) }
}

/// The question whether to end the session.
public struct LogoutView: Hashable, Sendable {
    public var asker: LogoutAsker
    public var displayName: String
    public var userName: String
    /// Whether the client means another person than the signed-in one.
    public var isForAnother: Bool
}
