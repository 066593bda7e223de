/// The counts of a histogram under one set of labels, or the sum of several sets.
public struct HistogramReading: Sendable {
    /// The labels by their written names, such as `http_route`.
    public var labels: [String: String]
    /// The upper bounds in rising order; observations above the last one have an own count after it.
    public let bounds: [Double]
    /// One count for each bound, and a last one for the observations above all bounds.
    ///
    /// A bound counts the observations that it includes and the bound before it does not.
    public private(set) var counts: [Int64]

    public init(labels: [String: String], bounds: [Double], counts: [Int64]) {
        precondition(counts.count == bounds.count + 1, "one count for each bound, and one for what is above them all")
        self.labels = labels
        self.bounds = bounds
        self.counts = counts
    }

    /// The number of observations.
    public var total: Int64 { counts.reduce(0, +) }

    /// Adds the counts of another reading and keeps the labels.
    ///
    /// - Precondition: the same bounds.
    public mutating func add(_ other: HistogramReading) {
        precondition(bounds == other.bounds, "only what has the same bounds can be added")
        for (place, count) in other.counts.enumerated() { counts[place] += count }
    }

    /// The value that `fraction` of the observations do not exceed, estimated like Prometheus' `histogram_quantile`.
    ///
    /// The estimate spreads observations evenly within their bucket. Observations above the last bound count as equal
    /// to it. The result is `nil` when there are no observations or no bounds.
    public func quantile(_ fraction: Double) -> Double? {
        let total = total
        guard total > 0, let last = bounds.last else { return nil }
        let rank = min(max(fraction, 0), 1) * Double(total)
        var below: Int64 = 0
        for (place, bound) in bounds.enumerated() {
            let count = counts[place]
            guard Double(below + count) >= rank, count > 0 else {
                below += count
                continue
            }
            // Durations start at zero. A first bound that is not above zero has no lower edge.
            let lower = place > 0 ? bounds[place - 1] : 0
            guard bound > lower else { return bound }
            return lower + (bound - lower) * (rank - Double(below)) / Double(count)
        }
        return last
    }
}

extension PrometheusRegistry {
    /// The readings of a histogram family, one for each set of labels, in their order; empty for another kind of
    /// family.
    public func histograms(of family: String) -> [HistogramReading] {
        cells(of: family).compactMap { labels, cell in
            (cell as? HistogramCell)?.reading(
                Dictionary(labels.labels.map { ($0.name, $0.value) }) { first, _ in first }
            )
        }
    }
}
