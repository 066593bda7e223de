import CoreMetrics
import Synchronization

/// The values of one set of labels.
protocol MetricCell: AnyObject, Sendable {
    func write(_ labels: Labels, to text: inout ExpositionText)
}

/// A number that rises.
final class CounterCell: MetricCell, CounterHandler {
    private let value = Atomic<Int64>(0)

    /// Adds to the counter; ignores an amount that is not positive, because a counter never falls.
    func increment(by amount: Int64) {
        guard amount > 0 else { return }
        value.wrappingAdd(amount, ordering: .relaxed)
    }

    func reset() { value.store(0, ordering: .relaxed) }

    func write(_ labels: Labels, to text: inout ExpositionText) {
        text.add(labels, Double(value.load(ordering: .relaxed)))
    }
}

/// A number that rises and falls.
final class GaugeCell: MetricCell, MeterHandler, RecorderHandler {
    private let value = Mutex(0.0)

    func set(_ number: Int64) { set(Double(number)) }
    func set(_ number: Double) { value.withLock { $0 = number } }
    func increment(by amount: Double) { value.withLock { $0 += amount } }
    func decrement(by amount: Double) { value.withLock { $0 -= amount } }
    func record(_ number: Int64) { set(Double(number)) }
    func record(_ number: Double) { set(number) }

    func write(_ labels: Labels, to text: inout ExpositionText) { text.add(labels, value.withLock { $0 }) }
}
