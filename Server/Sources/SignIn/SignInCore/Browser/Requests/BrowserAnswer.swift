public import ChaveWire

/// Where a browser that came to sign in is sent first.
public enum BrowserOpening: Hashable, Sendable {
    /// A refusal that is shown and never sent anywhere.
    case show(OAuthError)
    /// To the client, with a code or a refusal.
    case leave(to: String)
    /// To the page of this request.
    case page(tenant: TenantID, request: String)
}

/// What the page of a request shows.
public enum BrowserAnswer: Hashable, Sendable {
    case signIn(BrowserSignInView)
    case consent(BrowserConsentView)
    /// To the client, with a code or a refusal.
    case leave(to: String)
    /// To the person's own page.
    case account
    /// A device's person refused too often; the address tells the client so, where there is one.
    case refused(to: String?)
    /// Unknown, over, or begun in another browser.
    case over
}

/// How a page stands, and what its browser is to keep.
public struct BrowserTurn: Hashable, Sendable {
    public var answer: BrowserAnswer
    /// What the session's cookie holds from now on; `nil` leaves it as it is.
    public var newSession: String?
    /// What the page is compared by while it waits.
    public var version: Int64
}

/// Who wants to know: an app, or the tenant's own page where there is none.
public struct BrowserAsker: Hashable, Sendable {
    public var tenantName: String
    public var clientName: String?
    /// The address's origin, or scheme: where the browser goes in the end.
    public var target: String?
    /// Whether it wants the person to show that they are there, be they signed in or not.
    public var isAnew = false
    /// Whether it names the person who is to sign in, by a hint that it was given for them.
    public var isForOnePerson = false
}

public struct BrowserSignInView: Hashable, Sendable {
    public var asker: BrowserAsker
    /// WebAuthn's request options.
    public var passkey: JSONValue
    public var approval: BrowserApprovalView
    /// Refused, unanswered or wrongly answered so far.
    public var refusals: Int
}

public enum BrowserApprovalView: Hashable, Sendable {
    /// The address of the QR, for so many seconds.
    case offer(address: String, expiresInSeconds: Int64)
    /// The number to pick on the device.
    case number(MatchNumber, expiresInSeconds: Int64)
}

public struct BrowserConsentView: Hashable, Sendable {
    public var asker: BrowserAsker
    public var scopes: [Scope.Name]
    /// Those of the tenant's own.
    public var ownScopes: [ClaimScope]
    public var displayName: String
    public var userName: String
    /// Whether they have agreed to the same before, and are asked again because another app might be asking.
    public var isRepeated: Bool
    /// Of this person's session and this request; whoever agrees sends it back.
    public var shown: String
}
