extension ClosedRange {
    /// The value of the range nearest to `value`.
    package func nearest(to value: Bound) -> Bound { Swift.min(Swift.max(value, lowerBound), upperBound) }
}
