public import ChaveWire
public import SignInModel

/// The first answer to a browser that came to sign in.
public enum BrowserOpening: Hashable, Sendable {
    /// Shows a refusal on this server and sends the browser nowhere.
    case show(OAuthError)
    /// Sends the browser to the client, with a code or a refusal.
    case leave(to: String)
    /// Sends the browser to the request's page.
    case page(tenant: TenantID, request: String)
}

/// The content of a request's page.
public enum BrowserAnswer: Hashable, Sendable {
    case signIn(BrowserSignInView)
    case consent(BrowserConsentView)
    /// Sends the browser to the client, with a code or a refusal.
    case leave(to: String)
    /// Sends the browser to the person's own page.
    case account
    /// A device's person refused too often; the address returns the refusal to the client, where there is one.
    case refused(to: String?)
    /// The request is unknown, over, or began in another browser.
    case over
}

/// A page's current state, and the cookie value that its browser must store.
public struct BrowserTurn: Hashable, Sendable {
    public var answer: BrowserAnswer
    /// The new value of the session's cookie; `nil` leaves the cookie unchanged.
    public var newSession: String?
    /// The version that the page compares while it waits.
    public var version: Int64
}

/// The party that asks for the sign-in: an app, or the tenant's own page where there is no app.
public struct BrowserAsker: Hashable, Sendable {
    public var tenantName: String
    public var clientName: String?
    /// The origin or scheme of the address to which the browser finally goes.
    public var target: String?
    /// Whether the person must prove their presence again, even if already signed in.
    public var isAnew = false
    /// Whether the request's hint names the only person who may sign in.
    public var isForOnePerson = false
}

public struct BrowserSignInView: Hashable, Sendable {
    public var asker: BrowserAsker
    /// WebAuthn's request options.
    public var passkey: JSONValue
    public var approval: BrowserApprovalView
    /// The number of device questions that were refused, unanswered or answered with a wrong number.
    public var refusals: Int
}

public enum BrowserApprovalView: Hashable, Sendable {
    /// The address of the QR, valid for that many seconds.
    case offer(address: String, expiresInSeconds: Int64)
    /// The number to pick on the device.
    case number(MatchNumber, expiresInSeconds: Int64)
}

public struct BrowserConsentView: Hashable, Sendable {
    public var asker: BrowserAsker
    public var scopes: [Scope.Name]
    /// The requested scopes that the tenant defined itself.
    public var ownScopes: [ClaimScope]
    public var displayName: String
    public var userName: String
    /// Whether the person agreed to the same before and is asked again because another app might be asking.
    public var isRepeated: Bool
    /// A code for this person's session and this request; the form sends it back with the decision.
    public var shown: String
}
