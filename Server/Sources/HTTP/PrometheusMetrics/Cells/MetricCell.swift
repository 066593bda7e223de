/// The values of one set of labels.
protocol MetricCell: AnyObject, Sendable {
    func write(_ labels: Labels, to text: inout ExpositionText)
}
