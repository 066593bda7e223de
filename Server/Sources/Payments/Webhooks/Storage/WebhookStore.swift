public import ChaveBase
public import ChavePixModel
public import PaymentsModel

/// The storage of endpoints, deliveries and attempts.
///
/// Each method is one transaction, unless its comment says otherwise. All back ends behave in the same way:
/// `WebhookStoreConformance` and `DeliveryWorkConformance` are the contract.
///
/// The same back end is a `PaymentsStore`. When that store commits an event, the same transaction makes the event's
/// deliveries. Each enabled endpoint of the organisation that subscribes to the event gets one.
public protocol WebhookStore: Sendable {
    /// The bell that rings after a transaction that made something due.
    var bell: DeliveryBell { get }
    /// Whether other processes send the due deliveries too; the ends of their attempts do not ring this bell.
    var hasOtherSenders: Bool { get }

    /// Stores a new endpoint.
    ///
    /// - Throws: `.urlTaken` when the organisation has an endpoint with that URL, `.tooMany` when it already has
    ///   `limit` endpoints.
    func insert(_ endpoint: WebhookEndpoint, atMost limit: Int) async throws(EndpointRefusal)
    /// Replaces the values that a merchant may change, unless another writer changed them.
    ///
    /// The stored version must be one below. The endpoint's health does not change, but an endpoint that is enabled
    /// again begins in good health.
    func update(_ endpoint: WebhookEndpoint) async throws(EndpointRefusal)
    /// Deletes an endpoint: nothing is sent to it and no list shows it; the next pruning deletes its deliveries.
    ///
    /// - Returns: whether the endpoint existed.
    func delete(_ id: WebhookID, of organisation: OrganisationID) async throws(StorageFault) -> Bool
    func endpoint(_ id: WebhookID, of organisation: OrganisationID) async throws(StorageFault) -> WebhookEndpoint?
    func endpoints(_ page: PageRequest, of organisation: OrganisationID) async throws(StorageFault) -> Page<
        WebhookEndpoint
    >

    /// Makes a delivery of an event for only this endpoint, such as a test; `keeping` is stored with it.
    func insert(
        _ delivery: WebhookDelivery,
        body: String,
        keeping: Change.IdempotencyWrite?
    ) async throws(CommitFailure)
    /// Makes the missing deliveries of the events from `from` to `to` that the endpoint subscribes to, due at `now`.
    ///
    /// Such deliveries are missing from a time in which the endpoint was disabled, for example. Existing deliveries do
    /// not change. The method works in portions, each one transaction: the next call makes the rest after an
    /// interruption.
    ///
    /// - Returns: the number of new deliveries.
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
    /// The attempts of a delivery, oldest first.
    func attempts(of delivery: WebhookDeliveryID, in organisation: OrganisationID) async throws(StorageFault)
        -> [WebhookAttempt]
    /// Restarts the schedule of at most `limit` deliveries in `selection` at enabled endpoints.
    ///
    /// Pending deliveries are only brought forward. A range does not find deliveries that were resent at `now` or
    /// later. `keeping` is stored together with the change when anything was found.
    ///
    /// - Returns: the number of resent deliveries.
    func resend(
        _ selection: ResendSelection,
        of organisation: OrganisationID,
        at now: Timestamp,
        limit: Int,
        keeping: Change.IdempotencyWrite?
    ) async throws(CommitFailure) -> Int

    /// Enabled endpoints that have something due: a cheap read, without a write when nothing is due.
    func dueEndpoints(at now: Timestamp) async throws(StorageFault) -> [DueEndpoint]
    /// Claims due deliveries for an attempt, until `claim.lockedUntil`.
    ///
    /// Each endpoint's oldest deliveries come first, up to the number of its places. The claim skips deliveries that
    /// another worker holds. It also skips a delivery that waits for another one of the same object to the same
    /// endpoint. That other one is held, or is earlier and was never tried.
    ///
    /// An unreadable delivery is parked with an attempt that shows the reason, and the rest is returned.
    func claim(_ claim: DeliveryClaim) async throws(StorageFault) -> ClaimedDeliveries
    /// Stores the result of an attempt, and updates the endpoint's health.
    ///
    /// A delivery may be resent after the attempt began. Such a delivery remains due when the attempt failed: the
    /// caller of the resend got the answer that it is tried now.
    ///
    /// - Returns: `nil` when another worker holds the delivery by now or it is deleted: nothing was stored.
    func finish(_ outcome: AttemptOutcome) async throws(StorageFault) -> FinishedAttempt?
    /// Releases an unused claim, as if it had not been made.
    func release(_ claimed: ClaimedDelivery) async throws(StorageFault)
    /// Releases the deliveries that no process can hold any more, at the start of a process.
    ///
    /// When this process is the only one, that is all of them. When others may be active, it is none: the deliveries of
    /// a dead process are free when its lease ends.
    func releaseDeliveries() async throws(StorageFault)
    /// Deletes old data, at most about `limit` rows of each kind.
    ///
    /// The method deletes the deliveries that ended before `time`, and those of deleted endpoints. It deletes the
    /// deliveries that wait for an endpoint disabled before `time`, unless they were made or resent since. It deletes
    /// the events made before `time` that have no delivery any more.
    ///
    /// - Returns: the number of deleted rows; 0 means that nothing is left to delete.
    func pruneDeliveries(before time: Timestamp, limit: Int) async throws(StorageFault) -> Int
    func webhookFigures(at now: Timestamp) async throws(StorageFault) -> WebhookFigures
}

/// Why an endpoint is not stored as given.
public enum EndpointRefusal: Error, Sendable {
    case urlTaken
    case tooMany
    /// Another writer changed the endpoint since it was read.
    case conflict
    case fault(StorageFault)
}

/// The figures for an operator's gauges.
public struct WebhookFigures: Hashable, Sendable {
    /// How long the oldest due delivery has waited; 0 without one.
    ///
    /// Deliveries that wait for a disabled endpoint do not count.
    public var oldestDueMicroseconds: Int64
    public var disabledEndpoints: Int64

    public init(oldestDueMicroseconds: Int64, disabledEndpoints: Int64) {
        self.oldestDueMicroseconds = oldestDueMicroseconds
        self.disabledEndpoints = disabledEndpoints
    }
}
