public import CoreMetrics
import Synchronization

/// Stores every metric of a process and writes them in Prometheus' format.
///
/// The registry is a backend of swift-metrics: `Counter(label:dimensions:factory:)` and similar types count here. It
/// holds a lock for one dictionary access, never while it makes text or waits for values.
public final class PrometheusRegistry: MetricsFactory {
    /// The maximum number of label sets in a family.
    ///
    /// Further sets count under `other`, so that no caller can fill the memory with names.
    public static let largestSeriesCount = 1_000

    private struct Family {
        var described: MetricFamily
        var cells: [Labels: any MetricCell] = [:]
    }

    private struct Gatherer: Sendable {
        var families: [MetricFamily]
        /// The samples of each family, in the order of the families.
        var samples: @Sendable () async -> [[MetricSample]]
    }

    private struct State {
        var families: [String: Family] = [:]
        var gatherers: [Gatherer] = []
    }

    private let state: Mutex<State>

    /// Creates a registry that knows the descriptions of `families` before their first sample.
    ///
    /// A counter has no sample until it is first raised.
    public init(_ families: [MetricFamily] = []) {
        var state = State()
        for family in families { state.families[family.name] = Family(described: family) }
        self.state = Mutex(state)
    }

    /// Registers a closure that returns the family's values each time the text is made.
    public func gather(_ family: MetricFamily, _ samples: @escaping @Sendable () async -> [MetricSample]) {
        gather([family]) { [await samples()] }
    }

    /// Registers one closure that returns the values of several families in their order.
    ///
    /// A family without values is left out of the text.
    public func gather(_ families: [MetricFamily], _ samples: @escaping @Sendable () async -> [[MetricSample]]) {
        state.withLock { $0.gatherers.append(Gatherer(families: families, samples: samples)) }
    }

    /// All metrics in the text format 0.0.4, with families and samples in order.
    public func text() async -> String {
        let (families, gatherers) = state.withLock { ($0.families.values.map { $0 }, $0.gatherers) }
        var sections: [(name: String, text: String)] = []
        for family in families where !family.cells.isEmpty {
            var section = ExpositionText(family.described)
            for (labels, cell) in family.cells.sorted(by: { $0.key < $1.key }) { cell.write(labels, to: &section) }
            sections.append((family.described.name, section.text))
        }
        for gatherer in gatherers {
            for (family, samples) in zip(gatherer.families, await gatherer.samples()) where !samples.isEmpty {
                var section = ExpositionText(family)
                for sample in samples { section.add(Labels(sample.labels), sample.value) }
                sections.append((family.name, section.text))
            }
        }
        return sections.sorted { $0.name < $1.name }.map(\.text).joined()
    }

    public static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    /// The cells of a family in the order of their labels.
    func cells(of name: String) -> [(labels: Labels, cell: any MetricCell)] {
        let cells = state.withLock { $0.families[name]?.cells ?? [:] }
        return cells.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// The cell of a set of labels, created at its first use; `nil` when the family is of another kind.
    private func cell<Cell: MetricCell>(
        _ name: String,
        _ dimensions: [(String, String)],
        _ kind: MetricFamily.Kind,
        _ make: (MetricFamily.Kind) -> Cell?
    ) -> Cell? {
        let name = Labels.name(name)
        let labels = Labels(dimensions)
        return state.withLock { state -> Cell? in
            var family =
                state.families[name]
                ?? Family(described: MetricFamily(name, kind, "Counted by a library of the server."))
            if let known = family.cells[labels] { return known as? Cell }
            let isFull = family.cells.count >= PrometheusRegistry.largestSeriesCount
            let place = isFull ? labels.folded : labels
            if isFull, let known = family.cells[place] { return known as? Cell }
            guard let cell = make(family.described.kind) else { return nil }
            family.cells[place] = cell
            state.families[name] = family
            return cell
        }
    }
}

extension PrometheusRegistry {
    public func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        cell(label, dimensions, .counter) { $0 == .counter ? CounterCell() : nil } ?? NOOPMetricsHandler.instance
    }

    public func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        cell(label, dimensions, .gauge) { $0 == .gauge ? GaugeCell() : nil } ?? NOOPMetricsHandler.instance
    }

    public func makeRecorder(
        label: String,
        dimensions: [(String, String)],
        aggregate: Bool
    ) -> any RecorderHandler {
        if aggregate { return histogram(label, dimensions) ?? NOOPMetricsHandler.instance }
        return cell(label, dimensions, .gauge) { $0 == .gauge ? GaugeCell() : nil } ?? NOOPMetricsHandler.instance
    }

    /// Timers are histograms of seconds.
    public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        histogram(label, dimensions) ?? NOOPMetricsHandler.instance
    }

    private func histogram(_ label: String, _ dimensions: [(String, String)]) -> HistogramCell? {
        cell(label, dimensions, .histogram(bounds: MetricFamily.secondsBounds)) { kind in
            guard case .histogram(let bounds) = kind else { return nil }
            return HistogramCell(bounds: bounds)
        }
    }

    /// Does nothing: Prometheus cannot end a metric, and a counter that comes back would look like a reset.
    public func destroyCounter(_ handler: any CounterHandler) {}
    public func destroyMeter(_ handler: any MeterHandler) {}
    public func destroyRecorder(_ handler: any RecorderHandler) {}
    public func destroyTimer(_ handler: any TimerHandler) {}
}
