import CoreMetrics
import Synchronization

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
