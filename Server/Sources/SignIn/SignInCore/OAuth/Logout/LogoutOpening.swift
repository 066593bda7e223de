import ChaveBase

/// What a browser is shown that a client sent to end the session (OpenID Connect RP-Initiated Logout 1.0).
public enum LogoutOpening: Hashable, Sendable {
    /// The session is over, or there was none: back to the client, or to a page that says so.
    case left(to: String?)
    /// The person is asked first.
    case ask(LogoutView)
    /// Nobody is signed in here, and nothing proves that a client sent the browser: the way back is a link.
    case nobody(LogoutAsker)
    /// A refusal that is shown and never sent anywhere.
    case show(OAuthError)
}

/// Who wants the session to end.
public struct LogoutAsker: Hashable, Sendable {
    /// `nil` where nobody says.
    public var client: String?
    public var clientName: String?
    /// A registered address, without parameters.
    public var redirectURI: String?
    public var state: String?

    /// Where the browser goes afterwards.
    public var way: String? { redirectURI.map { RedirectURI.adding([("state", state)], to: $0) } }

    /// Its origin, or scheme, for a page's policy.
    public var target: String? { redirectURI.map(AuthorizationRequest.target) }
}

/// The question whether the session shall end.
public struct LogoutView: Hashable, Sendable {
    public var asker: LogoutAsker
    public var displayName: String
    public var userName: String
    /// Whether the client means another person than the one who is signed in.
    public var isForAnother: Bool
}
