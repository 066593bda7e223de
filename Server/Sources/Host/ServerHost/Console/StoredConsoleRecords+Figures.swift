import ChaveBase
import ChavePixModel
import Console
import PaymentsModel
import PaymentsStores
import PrometheusMetrics

/// The figures for the charts.
extension StoredConsoleRecords {
    /// The limits: steps of one chart, payments of one percentile, routes of one table.
    private static let (mostSteps, mostSettlements, mostRoutes) = (500, 10_000, 12)

    func outcomes(
        from start: Timestamp,
        stepSeconds: Int64,
        count: Int
    ) async throws(ConsoleFailure) -> [OutcomeStep] {
        let (step, overflow) = stepSeconds.multipliedReportingOverflow(by: 1_000_000)
        guard !overflow else { return [] }
        let found = try await lookUp { () async throws(StorageFault) in
            try await self.store.outcomes(
                from: start,
                stepMicroseconds: step,
                count: min(count, StoredConsoleRecords.mostSteps)
            )
        }
        return found.map { step in
            OutcomeStep(
                start: step.start,
                succeeded: step.succeeded,
                failed: step.failed,
                canceled: step.canceled,
                open: step.open
            )
        }
    }

    func settlement(since start: Timestamp) async throws(ConsoleFailure) -> LatencyFigure? {
        let times = try await lookUp { () async throws(StorageFault) in
            try await self.store.settlementTimes(endedSince: start, limit: StoredConsoleRecords.mostSettlements)
        }
        return LatencyFigure(exactly: times)
    }

    func routeLatencies() async -> [LatencyFigure] {
        var routes: [String: HistogramReading] = [:]
        for reading in metrics.registry.histograms(of: MetricFamily.requestDuration.name) {
            let name = "\(reading.labels["http_request_method"] ?? "") \(reading.labels["http_route"] ?? "")"
            if routes[name]?.add(reading) == nil { routes[name] = reading }
        }
        let figures = routes.compactMap { LatencyFigure(estimating: $0.value, name: $0.key) }
        let sorted = figures.sorted { ($1.count, $0.name) < ($0.count, $1.name) }
        return Array(sorted.prefix(StoredConsoleRecords.mostRoutes))
    }
}

extension LatencyFigure {
    /// Makes a figure from the nearest rank of each percentile, a measured value; `nil` when there are no values.
    init?(exactly microseconds: [Int64]) {
        guard !microseconds.isEmpty else { return nil }
        let sorted = microseconds.sorted()
        let milliseconds: (Int) -> Double = { percent in
            let rank = (percent * sorted.count + 99) / 100
            return Double(sorted[rank - 1]) / 1_000
        }
        self.init(
            name: "",
            count: sorted.count,
            p50: milliseconds(50),
            p95: milliseconds(95),
            p99: milliseconds(99)
        )
    }

    /// Makes a figure from buckets of seconds; `nil` when there are no observations.
    fileprivate init?(estimating reading: HistogramReading, name: String) {
        guard let p50 = reading.quantile(0.5), let p95 = reading.quantile(0.95), let p99 = reading.quantile(0.99)
        else { return nil }
        self.init(
            name: name,
            count: Int(reading.total),
            p50: p50 * 1_000,
            p95: p95 * 1_000,
            p99: p99 * 1_000
        )
    }
}
