import ChaveBase
import ChavePixModel
package import HTTPKernel
import InstitutionPort
import Metrics
import OpenFinanceClient
import PaymentsCore
import PaymentsModel
public import PrometheusMetrics
import SQLiteWriter
import Synchronization

/// Counts the server's events, through swift-metrics.
///
/// The core does not know this type: it reports values through closures, and this type counts them.
public struct ServerMetrics: Sendable {
    /// The registry that stores the counts.
    ///
    /// Other parts of the server register their own families there and count with it.
    public let registry: PrometheusRegistry
    private let databaseTimers = DatabaseTimers()

    public init() { registry = PrometheusRegistry(MetricFamily.counted) }

    package func answered(_ record: APIServer.Record, seconds: Double) {
        let labels = [
            ("http_request_method", ServerMetrics.method(record.method)),
            ("http_route", record.route.isEmpty ? "other" : record.route),
            ("http_response_status_code", "\(record.status)"),
        ]
        timer(record.isHeld ? .heldDuration : .requestDuration, labels).recordSeconds(seconds)
        if let outcome = record.idempotencyOutcome { count(.idempotency, [("outcome", outcome)]) }
    }

    package func limited(_ policy: String) { count(.rateLimited, [("policy", policy)]) }

    func operated(_ operation: GroupCommitWriter.Operation) {
        let timer = databaseTimers.timer(of: operation) {
            let labels = [
                ("db_system_name", "sqlite"), ("db_operation_name", operation.kind.rawValue),
                ("error", "\(operation.failed)"),
            ]
            return self.timer(.databaseDuration, labels)
        }
        timer.recordSeconds(operation.seconds)
    }

    func called(_ operation: InstitutionOperation, _ reply: InstitutionReply, seconds: Double, at now: Timestamp) {
        let outcome: String
        switch reply {
        case .answered(_, _, let date):
            outcome = "answered"
            compare(date, to: now)
        case .refused(_, _, let date):
            outcome = "refused"
            compare(date, to: now)
        case .tokenRefused: outcome = "refused"
        case .unknown: outcome = "unknown"
        }
        timer(.institutionDuration, [("operation", operation.rawValue), ("outcome", outcome)]).recordSeconds(seconds)
    }

    /// Counts one HTTP exchange; a bank is named by its id.
    func exchanged(_ account: WireAccount) {
        let labels = [
            ("institution", account.institution?.text ?? "directory"), ("operation", account.name),
            ("http_response_status_code", account.status.map(String.init) ?? "none"),
            ("outcome", String(account.verdict.prefix { $0.isLetter })),
        ]
        timer(.bankExchangeDuration, labels).recordSeconds(account.seconds)
    }

    /// Compares a bank's clock with this machine's: both keep deadlines, so they must agree.
    private func compare(_ date: Timestamp, to now: Timestamp) {
        meter(.clockSkew).set(Double(date.microseconds(since: now)) / 1_000_000)
    }

    func observed(_ observation: Payments.Observation) {
        switch observation {
        case .verified(let ceremony, let refusal):
            let labels = [
                ("ceremony", ceremony.rawValue), ("result", refusal == nil ? "held" : "refused"),
                ("reason", refusal ?? ""),
            ]
            count(.verifications, labels)
        // The log has this event, with its enrollment.
        case .unboundCallback: break
        }
    }

    func alerted(_ kind: String) { count(.alerts, [("kind", kind)]) }

    /// Counts a delivery; `lag` is set only for a first attempt.
    func delivered(_ result: String, codeClass: String, lagMilliseconds lag: Int64?) {
        count(.webhookDeliveries, [("result", result), ("code_class", codeClass)])
        if let lag { timer(.webhookLag, []).recordMicroseconds(lag * 1_000) }
    }

    func clockJumped() { count(.databaseClockJumps, []) }

    func backedUp(at time: Timestamp) { meter(.lastBackup).set(Double(time.microseconds / 1_000_000)) }

    /// Counts a durable change: a status is reached when its event is written.
    func committed(_ change: Change) {
        for write in change.writes {
            switch write {
            case .paymentIntent(let intent, let expected, _) where change.tells(.paymentIntent(intent.id)):
                guard expected == 0 || intent.status != .pending else { continue }
                count(.intents, [("status", intent.status.rawValue)])
                guard intent.isAtEnd else { continue }
                timer(.intentDuration, [("status", intent.status.rawValue)])
                    .recordMicroseconds(intent.updatedAt.microseconds(since: intent.createdAt))
            case .enrollment(let enrollment, let expected, _) where change.tells(.enrollment(enrollment.id)):
                guard expected == 0 || enrollment.status != .pending else { continue }
                count(.enrollments, [("status", enrollment.status.rawValue)])
            default: break
            }
        }
        if case .claim = change.idempotency { count(.idempotency, [("outcome", "new")]) }
    }

    private func count(_ family: MetricFamily, _ labels: [(String, String)]) {
        Counter(label: family.name, dimensions: labels, factory: registry).increment()
    }

    private func timer(_ family: MetricFamily, _ labels: [(String, String)]) -> Metrics.Timer {
        Metrics.Timer(label: family.name, dimensions: labels, factory: registry)
    }

    private func meter(_ family: MetricFamily) -> Meter {
        Meter(label: family.name, dimensions: [], factory: registry)
    }

    /// The method's label: a caller may send any method, so all unknown ones share one label.
    private static func method(_ method: String) -> String {
        ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"].contains(method) ? method : "_OTHER"
    }
}

/// The timers of reads and writes, cached because one payment uses dozens of them and sorting labels takes time.
private final class DatabaseTimers: Sendable {
    private struct Key: Hashable {
        var kind: GroupCommitWriter.Operation.Kind
        var failed: Bool
    }

    private let timers = Mutex<[Key: Metrics.Timer]>([:])

    /// Returns a timer, made at its first use, so that an event that never happened has no sample.
    func timer(
        of operation: GroupCommitWriter.Operation,
        _ make: () -> Metrics.Timer
    ) -> Metrics.Timer {
        let key = Key(kind: operation.kind, failed: operation.failed)
        if let known = timers.withLock({ $0[key] }) { return known }
        let made = make()
        timers.withLock { $0[key] = made }
        return made
    }
}

extension Change {
    fileprivate func tells(_ object: ObjectReference) -> Bool { events.contains { $0.object == object } }
}

extension APIServer.Record {
    /// The outcome of the request's key; a new key is counted when it is claimed.
    fileprivate var idempotencyOutcome: String? {
        if isReplay { return "replay" }
        switch errorCode {
        case "idempotency_in_progress": return "conflict"
        case "idempotency_conflict": return "mismatch"
        default: return nil
        }
    }
}
