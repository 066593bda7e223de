/// A metric's name, meaning and kind, whose samples differ in their labels.
public struct MetricFamily: Hashable, Sendable {
    /// The name by Prometheus' rules: base units, and `_total` at the end of a counter.
    public var name: String
    /// One sentence for the reader of a dashboard.
    public var help: String
    public var kind: Kind

    public enum Kind: Hashable, Sendable {
        /// Only rises while the process lives.
        case counter
        case gauge
        /// Counts the observations up to each bound; the bounds rise.
        case histogram(bounds: [Double])
    }

    public init(_ name: String, _ kind: Kind, _ help: String) {
        self.name = name
        self.kind = kind
        self.help = help
    }

    /// Bounds in seconds, from OpenTelemetry's semantic conventions for HTTP.
    public static let secondsBounds = [
        0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10,
    ]
}

/// One value of a family, for values that are looked up on demand.
public struct MetricSample: Sendable {
    public var labels: [(String, String)]
    public var value: Double

    public init(_ value: Double, _ labels: [(String, String)] = []) {
        self.value = value
        self.labels = labels
    }
}
