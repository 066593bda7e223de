/// The times and counts of signing in by a browser.
public struct BrowserPolicy: Sendable {
    /// How long a page may be open before its person has to begin again.
    public var requestSeconds: Int64 = 1_800
    /// How long a request is stored while its browser has not come to its page yet.
    public var unseenSeconds: Int64 = 120
    /// The most requests of a browser; its oldest requests end when there would be more.
    public var requestsPerVisit = 10
    /// How long a QR is valid.
    public var offerSeconds: Int64 = 120
    /// How long a device has to answer.
    public var questionSeconds: Int64 = 60
    /// How long the page has to use a device's approval.
    public var approvedSeconds: Int64 = 60
    /// How many questions may be refused, unanswered or answered with a wrong number before a request ends.
    public var refusals = 3
    public var idleSeconds: Int64 = 12 * 3_600
    public var longestSeconds: Int64 = 7 * 86_400
    /// The greatest age of a sign-in that may change passkeys.
    public var recentSeconds: Int64 = 900
    /// The shortest time between two writes of a used session, so that not every page writes it.
    public var touchSeconds: Int64 = 300
    /// The most sessions of a person; the oldest sessions end when there would be more.
    public var sessionsPerUser = 20
    public var passkeysPerUser = 10

    public init() {}
}
