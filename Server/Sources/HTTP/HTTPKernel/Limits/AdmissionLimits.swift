import Foundation

/// How much a server takes on (Payments API, section 10); a rate of zero is no limit.
public struct AdmissionLimits: Hashable, Sendable {
    /// Of one client address, or 64 bits of IPv6, but for what the guides poll.
    public var address = RateLimit(perSecond: 100, burst: 1_000)
    /// Requests that change something, of one API key and its tokens.
    public var writes = RateLimit(perSecond: 500, burst: 2_000)
    /// Lists and single objects, of one API key and its tokens, but for what the guides poll.
    public var reads = RateLimit(perSecond: 200, burst: 1_000)
    /// Requests that change something, of one device token's grant: the customer that it is bound to, or its family.
    public var grantWrites = RateLimit(perSecond: 2, burst: 60)
    /// Pages of one address that begin a sign-in, for which something is kept before anybody has proven anything.
    public var openings = RateLimit(perSecond: 5, burst: 300)
    /// What sign-in's devices ask again and again, held or not, from one address.
    public var polls = RateLimit(perSecond: 200, burst: 2_000)
    /// The same by one token.
    public var tokenPolls = RateLimit(perSecond: 5, burst: 50)
    /// What one holder tries by one client with their cards' tokens: each attempt leaves a line in the audit.
    ///
    /// In a sandbox too, for there it is people and not merchants who are counted.
    public var activations = RateLimit(perSecond: 1, burst: 30)
    /// The same holder's suspensions by the same client, which nothing else takes from.
    public var suspensions = RateLimit(perSecond: 1, burst: 30)
    /// Wrong API keys from one address.
    public var failures = RateLimit(perSecond: 1, burst: 100)
    /// Wrong passwords of one API key from one address.
    public var keyFailures = RateLimit(perSecond: 1.0 / 12, burst: 10)
    /// Requests that are worked on at the same time.
    public var concurrent = 2_048
    /// How many of those only approvals may take: a payment that its holder has confirmed goes before a new one.
    public var reserved = 512
    /// Requests that wait for a change (`Prefer: wait`); they hold no place among the others.
    public var waiting = 20_000
    /// How much of the working places one API key and its tokens may have; of an approval, of all of them.
    public var shareOfWorking = 0.25
    /// How much of the waiting places.
    public var shareOfWaiting = 0.5
    /// How many waiting places one address may have by sign-in's devices and by pages, where no API key has a share.
    ///
    /// Never more than ``shareOfWaiting``; zero is no limit beside that.
    public var waitingOfAddress = 1_000
    /// How many of those by one token, or by one browser; zero is no limit.
    public var waitingOfToken = 16
    /// How many bytes of bodies may be in memory, a quarter of them from one address.
    public var bodyBytes = 64 << 20
    /// How many bytes of answers may be in memory until their sockets have them, a quarter of them for one address or key.
    public var answerBytes = 256 << 20
    /// How many parts of lists are read from storage at the same time: one processor is left for everything else.
    public var readings = min(8, max(1, ProcessInfo.processInfo.activeProcessorCount - 1))

    public init() {}

    /// For a sandbox, where one machine is every merchant and every phone: no rates and no shares.
    public static var sandbox: AdmissionLimits {
        var limits = AdmissionLimits()
        limits.address = .none
        limits.writes = .none
        limits.reads = .none
        limits.grantWrites = .none
        limits.openings = .none
        limits.polls = .none
        limits.tokenPolls = .none
        limits.failures = .none
        limits.keyFailures = .none
        limits.shareOfWorking = 1
        limits.shareOfWaiting = 1
        limits.waitingOfAddress = 0
        limits.waitingOfToken = 0
        return limits
    }
}
