/// What a histogram has counted under one set of labels, or under several that were added together.
public struct HistogramReading: Sendable {
    /// By their names as they are written, such as `http_route`.
    public var labels: [String: String]
    /// Upper bounds, which rise; what is above them all is counted behind the last.
    public let bounds: [Double]
    /// One more than there are bounds; each what its bound takes and the one before it does not.
    public private(set) var counts: [Int64]

    public init(labels: [String: String], bounds: [Double], counts: [Int64]) {
        precondition(counts.count == bounds.count + 1, "one count for each bound, and one for what is above them all")
        self.labels = labels
        self.bounds = bounds
        self.counts = counts
    }

    /// How many were observed.
    public var total: Int64 { counts.reduce(0, +) }

    /// Counts what another one of the same bounds has counted, too; the labels stay.
    ///
    /// - Precondition: the same bounds.
    public mutating func add(_ other: HistogramReading) {
        precondition(bounds == other.bounds, "only what has the same bounds can be added")
        for (place, count) in other.counts.enumerated() { counts[place] += count }
    }

    /// The value that `fraction` of the observations do not exceed, as Prometheus' `histogram_quantile` estimates it:
    /// observations are taken to lie evenly within their bucket, and what is above the last bound to lie on it.
    ///
    /// `nil` when nothing was observed, or when there is no bound.
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
            // Durations begin at nothing; a first bound that is not above it has no lower edge.
            let lower = place > 0 ? bounds[place - 1] : 0
            guard bound > lower else { return bound }
            return lower + (bound - lower) * (rank - Double(below)) / Double(count)
        }
        return last
    }
}

extension PrometheusRegistry {
    /// What a family of histograms has counted, a reading for each set of labels, in their order; none of another kind.
    public func histograms(of family: String) -> [HistogramReading] {
        cells(of: family).compactMap { labels, cell in
            (cell as? HistogramCell)?.reading(
                Dictionary(labels.labels.map { ($0.name, $0.value) }) { first, _ in first }
            )
        }
    }
}
