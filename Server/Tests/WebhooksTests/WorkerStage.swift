import ChaveBase
import ChavePixModel
import PaymentsModel
import ServerTestSupport
import StoreTestSupport
import Synchronization
import Testing
import Webhooks

/// A store, endpoints and a worker over them.
struct WorkerStage {
    let sample = StorageSample(1)
    let store: any PaymentsStore & WebhookStore
    let clock: StandingClock
    let endpoints: ScriptedEndpoints
    let reports = Reports()

    init(seed: UInt64 = 1, _ endpoints: ScriptedEndpoints) async throws {
        clock = StandingClock(seed: seed)
        self.endpoints = endpoints
        store = try await WorldStorage.payments()
        try await store.commit(sample.foundation)
    }

    func worker(rules: WebhookURL.Rules = .production) -> DeliveryWorker {
        DeliveryWorker(
            store: store,
            transport: endpoints,
            fieldKey: StorageSample.fieldKey,
            world: clock.world,
            rules: rules,
            report: { [reports] in reports.add($0) }
        )
    }

    /// Runs `body` beside a worker, which is cut off at the end.
    func working(_ body: () async throws -> Void) async throws {
        let worker = worker()
        let task = Task { await worker.run() }
        do {
            try await body()
        } catch {
            task.cancel()
            await task.value
            throw error
        }
        task.cancel()
        await task.value
    }

    func commit(_ name: String, object: UInt64 = 1) async throws {
        var change = Change()
        change.events = [sample.event(name, of: .enrollment(sample.id(object)), at: clock.now)]
        try await store.commit(change)
    }

    func deliveries(_ status: WebhookDelivery.Status? = nil) async throws -> [WebhookDelivery] {
        var query = WebhookDeliveryQuery()
        query.status = status
        query.page = PageRequest(size: 10_000)
        return try await store.deliveries(query, of: sample.organisation.id).items
    }

    func advance(seconds: Int64) { advance(to: clock.now.adding(seconds: seconds)) }

    /// Time passes, and the worker looks at the clock again: it may have read it just before.
    func advance(to time: Timestamp) {
        clock.advance(to: time)
        store.bell.ring()
    }

    /// Waits, without time passing, until the worker has brought it about.
    func until(_ what: String, _ isTrue: () async throws -> Bool) async throws {
        for _ in 0..<200_000 {
            if try await isTrue() { return }
            for _ in 0..<10 { await WorldStorage.letOthersWork(isIdle: false) }
        }
        Issue.record("never: \(what)")
    }
}

final class Reports: Sendable {
    private let all = Mutex<[DeliveryReport]>([])

    func add(_ report: DeliveryReport) { all.withLock { $0.append(report) } }
    var count: Int { all.withLock { $0.count } }
    var unreadableSecrets: Set<WebhookID> {
        all.withLock { reports in
            Set(
                reports.compactMap {
                    guard case .secretUnreadable(let id) = $0 else { return nil }
                    return id
                }
            )
        }
    }
    var disabled: [WebhookEndpoint.Standing.Reason] {
        all.withLock { reports in
            reports.compactMap {
                guard case .endpointDisabled(_, let reason) = $0 else { return nil }
                return reason
            }
        }
    }
}
