import CoreMetrics
import Synchronization

/// The number of observations up to each bound, and the sum of all.
final class HistogramCell: MetricCell, TimerHandler, RecorderHandler {
    private struct State {
        /// One count for each bound, of the observations that fit it first; the last counts those above all bounds.
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
        // A value that is not finite would make the sum useless for ever.
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
