public import ChaveBase
public import ChavePixModel
public import PaymentsCore

/// Endpoints, deliveries and attempts at rest.
///
/// Each method is one transaction, unless it says otherwise. What holds for one back end holds for all: `WebhookStoreConformance` and
/// `DeliveryWorkConformance` are the contract.
///
/// The same back end is a `PaymentsStore`: when that one commits an event, the event's deliveries, one for each enabled
/// endpoint of the organisation that wants it, are made in the same transaction.
public protocol WebhookStore: Sendable {
    /// Rung after a transaction that made something due.
    var bell: DeliveryBell { get }
    /// Whether other processes send what is due here, whose ends of attempts ring no bell of this one.
    var hasOtherSenders: Bool { get }

    /// - Throws: `.urlTaken` when the organisation has an endpoint with that URL, `.tooMany` when it has `limit`
    ///   endpoints already.
    func insert(_ endpoint: WebhookEndpoint, atMost limit: Int) async throws(EndpointRefusal)
    /// Replaces what a merchant may change, unless somebody else did: the stored version must be one below.
    ///
    /// The endpoint's health is left as it stands, but for one that is enabled again: it begins in good health.
    func update(_ endpoint: WebhookEndpoint) async throws(EndpointRefusal)
    /// Nothing is sent there any more and nobody sees it; its deliveries go with the next pruning.
    ///
    /// - Returns: whether there was one.
    func delete(_ id: WebhookID, of organisation: OrganisationID) async throws(StorageFault) -> Bool
    func endpoint(_ id: WebhookID, of organisation: OrganisationID) async throws(StorageFault) -> WebhookEndpoint?
    func endpoints(_ page: PageRequest, of organisation: OrganisationID) async throws(StorageFault) -> Page<
        WebhookEndpoint
    >

    /// Makes a delivery of an event that only this endpoint hears of, such as a test; `keeping` is stored with it.
    func insert(
        _ delivery: WebhookDelivery,
        body: String,
        keeping: Change.IdempotencyWrite?
    ) async throws(CommitFailure)
    /// Makes deliveries, due at `now`, of the events from `from` to `to` that the endpoint wants and has none of, such as
    /// those of a time in which it was disabled. What exists is left as it is.
    ///
    /// In portions, each one transaction: what is cut off is made by the next call.
    ///
    /// - Returns: how many.
    func makeMissingDeliveries(
        to endpoint: WebhookID,
        of organisation: OrganisationID,
        from: Timestamp,
        to: Timestamp,
        at now: Timestamp
    ) async throws(StorageFault) -> Int
    func delivery(_ id: WebhookDeliveryID, of organisation: OrganisationID) async throws(StorageFault)
        -> WebhookDelivery?
    func deliveries(_ query: WebhookDeliveryQuery, of organisation: OrganisationID) async throws(StorageFault)
        -> Page<WebhookDelivery>
    /// Oldest first.
    func attempts(of delivery: WebhookDeliveryID, in organisation: OrganisationID) async throws(StorageFault)
        -> [WebhookAttempt]
    /// Sends what `selection` finds at enabled endpoints again from the start of the schedule, at most `limit` of them;
    /// those that are pending are only brought forward. A range does not find again what was resent at `now` or later.
    ///
    /// `keeping` is stored with it when anything was found.
    ///
    /// - Returns: how many.
    func resend(
        _ selection: ResendSelection,
        of organisation: OrganisationID,
        at now: Timestamp,
        limit: Int,
        keeping: Change.IdempotencyWrite?
    ) async throws(CommitFailure) -> Int

    /// Enabled endpoints that have something due: cheap, and without a write where there is nothing.
    func dueEndpoints(at now: Timestamp) async throws(StorageFault) -> [DueEndpoint]
    /// Takes what is due for an attempt, until `claim.lockedUntil`.
    ///
    /// For each endpoint the oldest first, as far as its places go. Not taken: what somebody else holds, and what waits
    /// for another delivery of the same object to the same endpoint: one that is held, or an earlier one that was never
    /// tried.
    ///
    /// What cannot be read is parked with an attempt that says so, and the rest is handed out.
    func claim(_ claim: DeliveryClaim) async throws(StorageFault) -> ClaimedDeliveries
    /// Stores what an attempt came to, and moves the endpoint's health.
    ///
    /// A delivery that was resent after the attempt had begun stays due where the attempt failed: whoever asked for it
    /// was told that it is tried now.
    ///
    /// - Returns: `nil` when somebody else holds the delivery by now or it is gone: nothing was stored.
    func finish(_ outcome: AttemptOutcome) async throws(StorageFault) -> FinishedAttempt?
    /// Gives a claim back unused, as if it had not been made.
    func release(_ claimed: ClaimedDelivery) async throws(StorageFault)
    /// At the start of a process: what nobody can hold any more is free. Where that process is the only one, it is all;
    /// where others may be at work, nothing, and what a dead one held is free when its lease ends.
    func releaseDeliveries() async throws(StorageFault)
    /// Forgets what ended before `time`, what waits for an endpoint that was disabled before `time` and was neither made
    /// nor resent since, what belongs to a deleted one,
    /// and events made before `time` that have no delivery any more; at most about `limit` rows of each.
    ///
    /// - Returns: how many rows went; 0 means that there is nothing left to forget.
    func pruneDeliveries(before time: Timestamp, limit: Int) async throws(StorageFault) -> Int
    func webhookFigures(at now: Timestamp) async throws(StorageFault) -> WebhookFigures
}

/// Why an endpoint is not stored as it was given.
public enum EndpointRefusal: Error, Sendable {
    case urlTaken
    case tooMany
    /// Somebody else changed it since it was read.
    case conflict
    case fault(StorageFault)
}

/// What an operator's gauges show.
public struct WebhookFigures: Hashable, Sendable {
    /// How long the oldest due delivery has waited; 0 without one.
    ///
    /// What waits for a disabled endpoint does not count.
    public var oldestDueMicroseconds: Int64
    public var disabledEndpoints: Int64

    public init(oldestDueMicroseconds: Int64, disabledEndpoints: Int64) {
        self.oldestDueMicroseconds = oldestDueMicroseconds
        self.disabledEndpoints = disabledEndpoints
    }
}
