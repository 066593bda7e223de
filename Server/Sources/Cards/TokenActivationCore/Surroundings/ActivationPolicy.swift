/// What the issuer may set.
public struct ActivationPolicy: Hashable, Sendable {
    /// Where this server is reached, `https://host` or, on this machine alone, `http://localhost:port`; no `/` at its end.
    public var baseURL: String
    /// The OAuth clients whose tokens count: the issuer's own apps.
    public var clients: Set<String>
    /// How long ago the person may have been there when a card becomes active.
    public var freshSeconds: Int64 = 300
    /// How far another clock may be ahead of ours.
    public var clockSkewSeconds: Int64 = 60
    /// How long a network's wait for the holder's word counts.
    public var stepUpSeconds: Int64 = 900
    /// How long an order to a network may be under way whose answer nobody heard: the eight seconds of a call, and a minute.
    public var orderSeconds: Int64 = 68
    /// So many refusals of a card within ``refusalSeconds`` lock its activations for ``lockSeconds`` after the last.
    public var refusalsThatLock = 3
    public var refusalSeconds: Int64 = 86_400
    public var lockSeconds: Int64 = 86_400
    /// How long one caller may work on an activation before another takes it over.
    public var leaseSeconds: Int64 = 30
    /// When what broke off is looked at again by itself.
    public var sweepSeconds: Int64 = 60
    /// After so long without an answer an activation has failed.
    public var settleSeconds: Int64 = 86_400
    /// How long a key's answer is kept.
    public var keySeconds: Int64 = 7 * 86_400
    /// How long the link of a notice suspends, and how long its mail is tried.
    public var linkSeconds: Int64 = 7 * 86_400
    /// How long activations are kept: thirteen months, so that a year can be looked back on.
    public var activationSeconds: Int64 = 400 * 86_400

    public init(baseURL: String, clients: Set<String>) {
        self.baseURL = baseURL
        self.clients = clients
    }
}
