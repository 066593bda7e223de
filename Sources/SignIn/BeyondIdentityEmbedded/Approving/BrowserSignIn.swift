/// A browser that wants to be signed in as this device's user, as the server describes it.
public struct BrowserSignIn: Hashable, Sendable {
    /// The organisation whose page it is.
    public let tenantName: String
    /// The app or site that asks; `nil` where it is the person's own page.
    public let clientName: String?
    /// Such as `Firefox`; `nil` where the server does not know it.
    public let browser: String?
    /// Such as `Windows`; `nil` where the server does not know it.
    public let system: String?
    /// Three numbers of two digits; the page shows one of them.
    public let choices: [String]
    /// After this the server takes no answer.
    public let expiresInSeconds: Int64
}

/// What became of a browser that wanted to be signed in.
public enum BrowserSignInOutcome: String, Hashable, Sendable {
    /// The page is signed in.
    case approved
    /// The person refused, picked another number than the page's, or did not answer in time.
    case refused
}
