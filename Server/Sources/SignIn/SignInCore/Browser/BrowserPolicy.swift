/// Times and counts of signing in by a browser.
public struct BrowserPolicy: Sendable {
    /// How long a page may stand open before its person has to begin anew.
    public var requestSeconds: Int64 = 1_800
    /// How long a request is kept whose browser has not come to its page yet.
    public var unseenSeconds: Int64 = 120
    /// The oldest of a browser's requests end where there would be more.
    public var requestsPerVisit = 10
    /// How long one QR is good.
    public var offerSeconds: Int64 = 120
    /// How long a device has to answer.
    public var questionSeconds: Int64 = 60
    /// How long the page has to take what a device approved.
    public var approvedSeconds: Int64 = 60
    /// Questions refused, unanswered or answered with a wrong number, after which a request ends.
    public var refusals = 3
    public var idleSeconds: Int64 = 12 * 3_600
    public var longestSeconds: Int64 = 7 * 86_400
    /// How young a sign-in must be for a change of the passkeys.
    public var recentSeconds: Int64 = 900
    /// A session that is used is written down again after this time, not at each page.
    public var touchSeconds: Int64 = 300
    /// The oldest of a person's sessions end where there would be more.
    public var sessionsPerUser = 20
    public var passkeysPerUser = 10

    public init() {}
}
