/// A browser that asks to be signed in as this device's user, as the server describes it.
public struct BrowserSignIn: Hashable, Sendable {
    /// The organisation that owns the page.
    public let tenantName: String
    /// The app or site that asks; `nil` for the person's own page.
    public let clientName: String?
    /// The browser's name, such as `Firefox`; `nil` when the server does not know it.
    public let browser: String?
    /// The operating system's name, such as `Windows`; `nil` when the server does not know it.
    public let system: String?
    /// Three numbers of two digits; the page shows one of them.
    public let choices: [String]
    /// The time in seconds after which the server accepts no answer.
    public let expiresInSeconds: Int64
}

/// The outcome for a browser that asked to be signed in.
public enum BrowserSignInOutcome: String, Hashable, Sendable {
    /// The page is signed in.
    case approved
    /// The person refused, picked another number than the page's, or did not answer in time.
    case refused
}
