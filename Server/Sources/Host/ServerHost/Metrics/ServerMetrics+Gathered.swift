import ChaveBase
import ChavePixModel
import HTTPKernel
import PaymentsCore
import PaymentsStores
import PostgresNodes
import PrometheusMetrics
import Webhooks

extension ServerMetrics {
    /// Registers the values that are read on request: the process, the database, and waiting work.
    func gather(from store: any ServerStore, _ payments: Payments, now: @escaping @Sendable () -> Timestamp) {
        registry.gather(.buildInfo) { [MetricSample(1, [("version", ServerVersion.current)])] }
        registry.gather(.processSeconds) { ProcessFacts.cpuSeconds.map { [MetricSample($0)] } ?? [] }
        registry.gather(.processMemory) { ProcessFacts.residentBytes.map { [MetricSample($0)] } ?? [] }
        registry.gather(.processFiles) { ProcessFacts.openFiles.map { [MetricSample(Double($0))] } ?? [] }
        registry.gather(.databaseConnections) {
            let connections = store.connections
            return [
                MetricSample(Double(connections.used), [("state", "used")]),
                MetricSample(Double(connections.idle), [("state", "idle")]),
            ]
        }
        registry.gather(.waitingWrites) { [MetricSample(Double(store.waitingWrites))] }
        registry.gather(.databaseWritable) { [MetricSample(store.isHealthy ? 1 : 0)] }
        registry.gather(.underWay) { [MetricSample(Double(payments.runningCount))] }
        registry.gather(.auditLength) {
            guard let length = try? await store.auditLength() else { return [] }
            return [MetricSample(Double(length))]
        }
        registry.gather(.stuckIntents) {
            let before = now().adding(seconds: -ServerMetrics.stuckAfterSeconds)
            guard let counts = try? await store.openIntents(createdBefore: before) else { return [] }
            return ["PENDING", "PROCESSING"].map { MetricSample(Double(counts[$0] ?? 0), [("state", $0)]) }
        }
        registry.gather([.oldestWebhook, .disabledWebhooks]) {
            guard let figures = try? await store.webhookFigures(at: now()) else { return [] }
            let oldest = MetricSample(Double(figures.oldestDueMicroseconds) / 1_000_000)
            return [[oldest], [MetricSample(Double(figures.disabledEndpoints))]]
        }
    }

    /// Registers the database's clock; `machineNow` is this machine's own clock, for comparison only.
    func gather(from clock: DatabaseClock, machineNow: @escaping @Sendable () -> Timestamp) {
        registry.gather(.databaseClockAhead) {
            [MetricSample(Double(clock.now().microseconds(since: machineNow())) / 1_000_000)]
        }
        registry.gather(.databaseClockAge) { [MetricSample(clock.ageSeconds)] }
    }

    func gather(from admission: Admission) {
        registry.gather(.activeRequests) { [MetricSample(Double(admission.places.working))] }
        registry.gather(.waitingRequests) { [MetricSample(Double(admission.places.waiting))] }
    }

    private static let stuckAfterSeconds: Int64 = 600
}
