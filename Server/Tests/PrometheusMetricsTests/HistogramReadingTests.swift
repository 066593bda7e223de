import CoreMetrics
import Testing

@testable import PrometheusMetrics

/// Percentiles from buckets, as Prometheus' `histogram_quantile` makes them.
struct HistogramReadingTests {
    private func reading(_ bounds: [Double], _ counts: [Int64]) -> HistogramReading {
        HistogramReading(labels: [:], bounds: bounds, counts: counts)
    }

    /// By hand: rank = fraction × total, then the share of the bucket that holds it.
    @Test(arguments: [
        (0.5, 0.1), (0.25, 0.05), (0.75, 0.55), (0.9, 0.82), (1, 1), (0, 0), (-1, 0), (7, 1),
    ])
    func withinABucketObservationsLieEvenly(_ fraction: Double, _ value: Double) throws {
        // Ten up to 0.1, ten between that and 1.
        let found = try #require(reading([0.1, 1], [10, 10, 0]).quantile(fraction))
        #expect(abs(found - value) < 1e-12, "\(found)")
    }

    @Test func whatIsAboveTheLastBoundLiesOnIt() {
        #expect(reading([0.1, 1], [0, 0, 4]).quantile(0.5) == 1)
        #expect(reading([0.1, 1], [5, 0, 5]).quantile(0.99) == 1)
        #expect(reading([0.1, 1], [5, 0, 5]).quantile(0.5) == 0.1)
    }

    @Test func emptyBucketsAreSteppedOver() {
        #expect(reading([1, 2, 3, 4], [0, 0, 4, 0, 0]).quantile(0.5) == 2.5)
        #expect(reading([1, 2, 3, 4], [0, 0, 4, 0, 0]).quantile(0) == 2)
    }

    @Test func aFirstBoundThatIsNotPositiveHasNoLowerEdge() {
        #expect(reading([-1, 1], [4, 0, 0]).quantile(0.5) == -1)
        #expect(reading([0, 1], [4, 0, 0]).quantile(0.5) == 0)
    }

    @Test func ofNothingThereIsNoPercentile() {
        #expect(reading([1], [0, 0]).quantile(0.5) == nil)
        #expect(reading([], [3]).quantile(0.5) == nil)
    }

    @Test func addedReadingsCountTogether() {
        var sum = reading([1, 2], [1, 2, 3])
        sum.add(reading([1, 2], [10, 20, 30]))
        #expect(sum.counts == [11, 22, 33] && sum.total == 66)
    }

    @Test func theRegistryGivesAReadingForEachSetOfLabels() {
        let registry = PrometheusRegistry([MetricFamily("wait_seconds", .histogram(bounds: [0.1, 1]), "A wait.")])
        for (route, milliseconds) in [("/b", 50), ("/a", 500), ("/a", 2_000), ("/a", 100)] as [(String, Int64)] {
            Timer(label: "wait_seconds", dimensions: [("route", route)], factory: registry)
                .recordMilliseconds(milliseconds)
        }
        Counter(label: "trees_total", dimensions: [], factory: registry).increment()
        let readings = registry.histograms(of: "wait_seconds")
        #expect(readings.map { $0.labels["route"] } == ["/a", "/b"])
        #expect(readings.map(\.counts) == [[1, 1, 1], [1, 0, 0]])
        #expect(registry.histograms(of: "trees_total").isEmpty)
        #expect(registry.histograms(of: "nobodys").isEmpty)
    }
}
