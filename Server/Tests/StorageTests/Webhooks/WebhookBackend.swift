import ChaveBase
import ChavePixModel
import PaymentsModel
import PaymentsStores
import ServerTestSupport
import Webhooks

extension Backend {
    /// Runs `body` with the same empty store as events and as webhooks.
    func withWebhooks(
        _ body: (any PaymentsStore & WebhookStore, StorageSample) async throws -> Void
    ) async throws {
        let sample = StorageSample(1)
        switch self {
        case .memory:
            let store = MemoryPaymentsStore()
            try await store.commit(sample.foundation)
            try await body(store, sample)
        case .sqlite:
            try await withTemporaryDirectory { directory async throws in
                let store = try SQLPaymentsStore(directory: directory, options: .fast)
                do {
                    try await store.commit(sample.foundation)
                    try await body(store, sample)
                } catch {
                    await store.close()
                    throw error
                }
                await store.close()
            }
        case .postgres:
            try await DatabaseUnderTest.with(.postgres) { database async throws in
                try await database.store.commit(sample.foundation)
                try await body(database.store, sample)
            }
        }
    }

    /// Whether no other process works on the same rows, so that at its start none are held.
    var isForOneProcess: Bool { self != .postgres }
}

extension WebhookStore {
    /// Everything that is due for these endpoints, as one worker would take it.
    func claimAll(
        at now: Timestamp,
        of endpoints: [WebhookEndpoint],
        places: Int = 10,
        leaseSeconds: Int64 = 60,
        inFlight: Set<WebhookDeliveryID> = []
    ) async throws -> [ClaimedDelivery] {
        try await claim(
            DeliveryClaim(
                now: now,
                lockedUntil: now.adding(seconds: leaseSeconds),
                limit: 100,
                places: Dictionary(uniqueKeysWithValues: endpoints.map { ($0.id, places) }),
                inFlight: inFlight
            )
        ).readable
    }

    /// Stores what became of a claimed delivery.
    @discardableResult
    func end(
        _ claimed: ClaimedDelivery,
        _ step: DeliveryStep,
        failure: AttemptFailure = .timeout,
        at now: Timestamp
    ) async throws -> WebhookEndpoint.Standing? {
        try await finish(claimed.outcome(step, failure: failure, at: now))?.standing
    }
}

extension ClaimedDelivery {
    /// The outcome of an attempt that came to `step`.
    func outcome(_ step: DeliveryStep, failure: AttemptFailure = .timeout, at now: Timestamp) -> AttemptOutcome {
        AttemptOutcome(
            delivery: delivery.id,
            organisation: delivery.organisation,
            endpoint: endpoint.id,
            fence: fence,
            attempt: WebhookAttempt(
                number: delivery.attempts + 1,
                at: now,
                milliseconds: 12,
                status: step == .delivered ? 204 : nil,
                failure: step == .delivered ? nil : failure
            ),
            step: step,
            now: now
        )
    }
}
