import CoreMetrics
import Synchronization

/// A number that rises.
final class CounterCell: MetricCell, CounterHandler {
    private let value = Atomic<Int64>(0)

    /// A counter never falls; what would make it fall is left out.
    func increment(by amount: Int64) {
        guard amount > 0 else { return }
        value.wrappingAdd(amount, ordering: .relaxed)
    }

    func reset() { value.store(0, ordering: .relaxed) }

    func write(_ labels: Labels, to text: inout ExpositionText) {
        text.add(labels, Double(value.load(ordering: .relaxed)))
    }
}
