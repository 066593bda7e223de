import CoreMetrics
import Synchronization

/// How many observations there were up to each bound, and their sum.
final class HistogramCell: MetricCell, TimerHandler, RecorderHandler {
    private struct State {
        /// By the first bound that takes it; the last is what is above them all.
        var counts: [Int64]
        var sum = 0.0
    }

    private let bounds: [Double]
    private let state: Mutex<State>

    init(bounds: [Double]) {
        self.bounds = bounds
        state = Mutex(State(counts: [Int64](repeating: 0, count: bounds.count + 1)))
    }

    func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1_000_000_000) }
    func record(_ value: Int64) { record(Double(value)) }

    func record(_ value: Double) {
        // What is no number would spoil the sum for ever.
        guard value.isFinite else { return }
        let place = bounds.firstIndex { value <= $0 } ?? bounds.count
        state.withLock { state in
            state.counts[place] += 1
            state.sum += value
        }
    }

    func reading(_ labels: [String: String]) -> HistogramReading {
        HistogramReading(labels: labels, bounds: bounds, counts: state.withLock { $0.counts })
    }

    func write(_ labels: Labels, to text: inout ExpositionText) {
        let (counts, sum) = state.withLock { ($0.counts, $0.sum) }
        var total: Int64 = 0
        for (place, count) in counts.enumerated() {
            total += count
            let bound = place < bounds.count ? bounds[place] : Double.infinity
            text.add(labels.with("le", ExpositionText.number(bound)), Double(total), suffix: "_bucket")
        }
        text.add(labels, sum, suffix: "_sum")
        text.add(labels, Double(total), suffix: "_count")
    }
}
