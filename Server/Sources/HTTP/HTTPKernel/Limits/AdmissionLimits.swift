import Foundation

/// The limits of a server (Payments API, section 10); a rate of zero means no limit.
public struct AdmissionLimits: Hashable, Sendable {
    /// Requests from one client address, or from 64 bits of IPv6, except the requests that the guides poll.
    public var address = RateLimit(perSecond: 100, burst: 1_000)
    /// Requests that change something, for one API key and its tokens.
    public var writes = RateLimit(perSecond: 500, burst: 2_000)
    /// Lists and single objects, for one API key and its tokens, except the requests that the guides poll.
    public var reads = RateLimit(perSecond: 200, burst: 1_000)
    /// Requests that change something, for one device token's grant: the customer that the token is bound to, or its
    /// family.
    public var grantWrites = RateLimit(perSecond: 2, burst: 60)
    /// Pages from one address that begin a sign-in and store something before the visitor has proven anything.
    public var openings = RateLimit(perSecond: 5, burst: 300)
    /// Polls of sign-in's devices from one address, held or not.
    public var polls = RateLimit(perSecond: 200, burst: 2_000)
    /// Polls of sign-in's devices with one token, held or not.
    public var tokenPolls = RateLimit(perSecond: 5, burst: 50)
    /// Activation attempts of one holder by one client with tokens of their cards: each attempt adds a line to the
    /// audit.
    ///
    /// The limit also applies in a sandbox, because it counts people and not merchants.
    public var activations = RateLimit(perSecond: 1, burst: 30)
    /// Suspensions of one holder by one client, which no other attempt counts against.
    public var suspensions = RateLimit(perSecond: 1, burst: 30)
    /// Wrong API keys from one address.
    public var failures = RateLimit(perSecond: 1, burst: 100)
    /// Wrong passwords of one API key from one address.
    public var keyFailures = RateLimit(perSecond: 1.0 / 12, burst: 10)
    /// Requests that the server works on at the same time.
    public var concurrent = 2_048
    /// The number of those places for approvals only: a payment that its holder has confirmed goes before a new one.
    public var reserved = 512
    /// Requests that wait for a change (`Prefer: wait`); they use no working place.
    public var waiting = 20_000
    /// The share of the working places for one API key and its tokens.
    ///
    /// For an approval it is a share of all places, for another request a share of the places that are not reserved.
    public var shareOfWorking = 0.25
    /// The share of the waiting places for one API key and its tokens.
    public var shareOfWaiting = 0.5
    /// The number of waiting places for one address, for sign-in's devices and pages, where no API key has a share.
    ///
    /// It is never more than ``shareOfWaiting``; with zero, only ``shareOfWaiting`` applies.
    public var waitingOfAddress = 1_000
    /// The number of those places for one token or one browser; zero means no limit.
    public var waitingOfToken = 16
    /// The maximum number of body bytes in memory; one address may have a quarter of them.
    public var bodyBytes = 64 << 20
    /// The maximum number of answer bytes in memory, until their sockets have them.
    ///
    /// One address or one API key may have a quarter of them.
    public var answerBytes = 256 << 20
    /// The number of list parts that are read from storage at the same time, which leaves one processor for other work.
    public var readings = min(8, max(1, ProcessInfo.processInfo.activeProcessorCount - 1))

    public init() {}

    /// The limits of a sandbox, where one machine is every merchant and every phone: no rates and no shares.
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
