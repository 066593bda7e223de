public import ChaveBase
public import ChavePixModel
public import PaymentsModel

/// Sends due deliveries: the transaction that makes a delivery due wakes the worker, and it looks once a second.
///
/// Claims and the ends of attempts are short transactions. The worker holds no database resource during an attempt. The
/// deliveries of a dead process are free when their lease ends, or at the next start, and are sent again.
public final class DeliveryWorker: Sendable {
    private let store: any WebhookStore
    private let transport: any WebhookTransport
    private let fieldKey: FieldKey
    private let world: World
    private let rules: WebhookURL.Rules
    private let report: @Sendable (DeliveryReport) -> Void
    private let places = DeliveryPlaces()
    private let stopping = DeliveryBell()

    /// The lease, which is longer than an attempt can take, so that only a dead worker loses its claim.
    static let leaseSeconds: Int64 = 60
    static let lookEveryMilliseconds = 1_000
    /// The extra time for attempts under way when the server stops.
    static let graceMilliseconds = 3_000

    public init(
        store: any WebhookStore,
        transport: any WebhookTransport,
        fieldKey: FieldKey,
        world: World,
        rules: WebhookURL.Rules,
        report: @escaping @Sendable (DeliveryReport) -> Void
    ) {
        self.store = store
        self.transport = transport
        self.fieldKey = fieldKey
        self.world = world
        self.rules = rules
        self.report = report
    }

    /// How many attempts are under way.
    public var inFlightCount: Int { places.inFlight.count }

    /// Works until ``stop()`` or until its task is cancelled.
    public func run() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.work() }
            group.addTask {
                await self.stopping.wait()
                await self.world.sleep(DeliveryWorker.graceMilliseconds)
            }
            await group.next()
            group.cancelAll()
        }
    }

    /// Starts no more attempts; attempts under way get a short grace, and interrupted ones are sent again after the
    /// start.
    public func stop() {
        isStopped.store(true)
        stopping.ring()
        store.bell.ring()
    }

    private let isStopped = Flag()

    private func work() async {
        await withDiscardingTaskGroup { attempts in
            while !Task.isCancelled && !isStopped.value {
                for delivery in await claim() {
                    places.take(delivery.delivery.id, of: delivery.endpoint.id)
                    attempts.addTask { await self.attempt(delivery) }
                }
                // A delivery that was left waits for its time or for an attempt's end, which rings the bell.
                await waitForWork()
            }
        }
    }

    private func waitForWork() async {
        let timer = Task { [world, store] in
            await world.sleep(DeliveryWorker.lookEveryMilliseconds)
            if !Task.isCancelled { store.bell.ring() }
        }
        await store.bell.wait()
        timer.cancel()
    }

    private func claim() async -> [ClaimedDelivery] {
        let (now, ended) = (world.now(), places.ended)
        do {
            let due = try await store.dueEndpoints(at: now)
            let (free, limit) = places.free(for: due, at: now)
            guard !free.isEmpty else {
                if places.note(due, takenOf: [], endedBefore: ended) { store.bell.ring() }
                return []
            }
            let claimed = try await store.claim(
                DeliveryClaim(
                    now: now,
                    lockedUntil: now.adding(seconds: DeliveryWorker.leaseSeconds),
                    limit: limit,
                    places: free,
                    inFlight: places.inFlight
                )
            )
            for id in claimed.parked { report(.unreadable(delivery: id)) }
            let taken = claimed.readable.map(\.endpoint.id)
            // Other processes' changes may have hidden some deliveries from this claim.
            if !taken.isEmpty && claimed.isMoreDue ?? store.hasOtherSenders { store.bell.ring() }
            // A parked delivery may have held back others of its object.
            if places.note(due, takenOf: taken, endedBefore: ended) || !claimed.parked.isEmpty { store.bell.ring() }
            return claimed.readable
        } catch {
            places.noteFailure()
            report(.storageFailed(error))
            return []
        }
    }

    private func attempt(_ claimed: ClaimedDelivery) async {
        let id = claimed.delivery.id
        let begun = world.now()
        let result = await send(claimed, at: begun)
        var end = AttemptEnd()
        if Task.isCancelled, case .failed = result {
            // The end of the process interrupted the attempt, so it does not count.
            try? await store.release(claimed)
        } else {
            end = await finish(claimed, result, begun: begun)
        }
        let mayBeDue = places.leave(id, isSuccess: end.hasReached)
        if end.isDisabled { places.forget(claimed.endpoint.id) }
        if mayBeDue || end.isMoreDue ?? store.hasOtherSenders { store.bell.ring() }
    }

    private func send(_ claimed: ClaimedDelivery, at now: Timestamp) async -> AttemptResult {
        // The URL was accepted at its registration, perhaps under other rules, those of a sandbox.
        guard let url = try? WebhookURL(claimed.endpoint.url, rules: rules) else { return .failed(.forbiddenAddress) }
        do throws(SealingError) {
            let request = WebhookRequest(
                to: url,
                of: claimed.endpoint.organisation,
                event: claimed.delivery.event.id.text,
                body: claimed.body,
                secrets: try claimed.endpoint.openSecrets(with: fieldKey, at: now),
                bearer: try claimed.endpoint.openBearer(with: fieldKey),
                at: now
            )
            return await transport.send(request)
        } catch {
            report(.secretUnreadable(claimed.endpoint.id))
            return .failed(.secretUnreadable)
        }
    }

    private func finish(
        _ claimed: ClaimedDelivery,
        _ result: AttemptResult,
        begun: Timestamp
    ) async -> AttemptEnd {
        let now = world.now()
        let delivery = claimed.delivery
        let step = DeliverySchedule.step(
            after: result,
            failuresBefore: delivery.failures,
            at: now,
            chance: world.chance()
        )
        let outcome = AttemptOutcome(
            delivery: delivery.id,
            organisation: delivery.organisation,
            endpoint: claimed.endpoint.id,
            fence: claimed.fence,
            attempt: WebhookAttempt(result, number: delivery.attempts + 1, begun: begun, ended: now),
            step: step,
            now: now,
            isUrgent: places.hasMore || places.isFailing(claimed.endpoint.id)
        )
        if let rest = DeliverySchedule.rest(after: result, at: now) {
            places.rest(claimed.endpoint.id, at: claimed.endpoint.url, until: rest)
        }
        let lag = max(0, begun.microseconds(since: delivery.nextAt ?? begun)) / 1_000
        report(.attempted(result, isFirst: delivery.attempts == 0, lagMilliseconds: lag))
        var end = AttemptEnd(hasReached: outcome.hasReached)
        do {
            guard let finished = try await store.finish(outcome) else {
                report(.fenced(delivery.id))
                return end
            }
            end.isMoreDue = finished.isMoreDue
            if case .disabled(let reason, _) = finished.standing {
                end.isDisabled = true
                if reason != .byMerchant { report(.endpointDisabled(claimed.endpoint.id, reason)) }
            }
        } catch {
            // The delivery's lease ends and it is sent again: at least once.
            report(.storageFailed(error))
        }
        return end
    }
}

/// The outcome of an attempt.
private struct AttemptEnd {
    /// Whether the endpoint accepted the delivery; `nil` when nothing reached it through our own fault.
    var hasReached: Bool?
    /// Whether anything has become due since; `nil` when no check was made.
    var isMoreDue: Bool?
    var isDisabled = false
}

extension AttemptOutcome {
    fileprivate var hasReached: Bool? { attempt.failure?.isOurs == true ? nil : isSuccess }
}

extension WebhookAttempt {
    init(_ result: AttemptResult, number: Int, begun: Timestamp, ended: Timestamp) {
        let milliseconds = max(0, ended.microseconds(since: begun)) / 1_000
        switch result {
        case .answered(let status, _):
            self.init(number: number, at: begun, milliseconds: milliseconds, status: status, failure: nil)
        case .failed(let failure):
            self.init(number: number, at: begun, milliseconds: milliseconds, status: nil, failure: failure)
        }
    }
}

extension World {
    /// A random number from 0 up to but not including 1.
    fileprivate func chance() -> Double {
        let bits = randomBytes(4).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Double(bits) / 4_294_967_296
    }
}

/// The worker's reports for metrics and logs; they contain nothing of the sent data.
public enum DeliveryReport: Sendable {
    /// An attempt; `lagMilliseconds` is the time from when the delivery was due to when it was sent.
    case attempted(AttemptResult, isFirst: Bool, lagMilliseconds: Int64)
    /// A stored delivery cannot be read any more: it is parked and shown as such.
    case unreadable(delivery: String)
    /// The endpoint's secret or bearer cannot be opened with this server's key, so nothing is sent there.
    case secretUnreadable(WebhookID)
    case endpointDisabled(WebhookID, WebhookEndpoint.Standing.Reason)
    /// Another worker holds the delivery by now: its lease ended before its attempt.
    case fenced(WebhookDeliveryID)
    case storageFailed(StorageFault)
}
