/// The issuer's settings.
public struct ActivationPolicy: Hashable, Sendable {
    /// The URL of this server: `https://host` or, on this machine alone, `http://localhost:port`, without a `/` at its
    /// end.
    public var baseURL: String
    /// The OAuth clients whose tokens are accepted: the issuer's own apps.
    public var clients: Set<String>
    /// The greatest age of the person's sign-in when a card becomes active.
    public var freshSeconds: Int64 = 300
    /// The greatest lead of another clock over ours.
    public var clockSkewSeconds: Int64 = 60
    /// The time for which a network's wait for the holder's decision counts.
    public var stepUpSeconds: Int64 = 900
    /// The time in which an order without a response may still arrive: the eight seconds of a call, and a minute.
    public var orderSeconds: Int64 = 68
    /// The number of refusals of a card within ``refusalSeconds`` that locks its activations.
    ///
    /// The lock lasts for ``lockSeconds`` after the last refusal.
    public var refusalsThatLock = 3
    public var refusalSeconds: Int64 = 86_400
    public var lockSeconds: Int64 = 86_400
    /// The lease: the time for which one caller may work on an activation before another takes it over.
    public var leaseSeconds: Int64 = 30
    /// The delay before the sweep retries an interrupted activation.
    public var sweepSeconds: Int64 = 60
    /// The time without an answer after which an activation has failed.
    public var settleSeconds: Int64 = 86_400
    /// The time for which a key's answer is kept.
    public var keySeconds: Int64 = 7 * 86_400
    /// The time for which a notice's link is valid, and for which its mail is retried.
    public var linkSeconds: Int64 = 7 * 86_400
    /// The time for which activations are kept: thirteen months, enough to look back on a year.
    public var activationSeconds: Int64 = 400 * 86_400

    public init(baseURL: String, clients: Set<String>) {
        self.baseURL = baseURL
        self.clients = clients
    }
}
