import CardsHTTP
import Metrics
import PaymentsStores
import PrometheusMetrics
import SandboxCards
import TokenActivationCore

extension MetricFamily {
    static let tokenActivations = MetricFamily(
        "token_activations_total",
        .counter,
        "What holders asked for a token in a wallet, by attempt, and the token's state or the refusal's code."
    )
    static let tokenActivationNotices = MetricFamily(
        "token_activation_notices_total",
        .counter,
        "Mails that tell a holder of an activation, by what became of them."
    )
    static let tokenActivationsWritable = MetricFamily(
        "token_activation_db_writable",
        .gauge,
        "1 while writes to the database of token activations are acknowledged, else 0."
    )

    /// The metrics that token activations count at each event.
    static let tokenActivationCounted = [tokenActivations, tokenActivationNotices]
}

extension ServerMetrics {
    /// Counts an attempt; `result` is a name from this code, never a value from a request.
    func attempted(_ attempt: ActivationAttempt, _ result: String) {
        tell(.tokenActivations, labels(attempt, result), by: 1)
    }

    func notified(isTaken: Bool) { tell(.tokenActivationNotices, labels(isTaken: isTaken), by: 1) }

    /// Registers the values that are read on request; counters exist from the start, so that their first rise is
    /// visible.
    func gather(from parts: TokenActivationParts) {
        tell(.tokenActivations, labels(.activate, TokenState.active.rawValue), by: 0)
        for isTaken in [true, false] { tell(.tokenActivationNotices, labels(isTaken: isTaken), by: 0) }
        registry.gather(.tokenActivationsWritable) { [MetricSample(parts.isHealthy ? 1 : 0)] }
    }

    private func labels(_ attempt: ActivationAttempt, _ result: String) -> [(String, String)] {
        [("attempt", attempt.rawValue), ("result", result)]
    }

    private func labels(isTaken: Bool) -> [(String, String)] { [("result", isTaken ? "taken" : "failed")] }

    private func tell(_ family: MetricFamily, _ labels: [(String, String)], by amount: Int64) {
        Counter(label: family.name, dimensions: labels, factory: registry).increment(by: amount)
    }
}
