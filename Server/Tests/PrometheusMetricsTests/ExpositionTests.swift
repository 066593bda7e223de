import CoreMetrics
import Testing

@testable import PrometheusMetrics

/// What Prometheus reads; an independent parser reads it too, in `Tests/Processes/check_operations.py`.
struct ExpositionTests {
    private func text(_ families: [MetricFamily], _ body: (PrometheusRegistry) -> Void) async -> String {
        let registry = PrometheusRegistry(families)
        body(registry)
        return await registry.text()
    }

    @Test func aCounterIsWrittenWithItsHelpAndType() async {
        let text = await text([MetricFamily("trees_total", .counter, "Trees that were planted.")]) { registry in
            Counter(label: "trees_total", dimensions: [("kind", "oak")], factory: registry).increment(by: 2)
            Counter(label: "trees_total", dimensions: [("kind", "oak")], factory: registry).increment()
            Counter(label: "trees_total", dimensions: [("kind", "elm")], factory: registry).increment()
        }
        #expect(
            text == """
                # HELP trees_total Trees that were planted.
                # TYPE trees_total counter
                trees_total{kind="elm"} 1
                trees_total{kind="oak"} 3

                """
        )
    }

    @Test func aHistogramCountsUpToEachBound() async {
        let family = MetricFamily("wait_seconds", .histogram(bounds: [0.1, 1]), "A wait.")
        let text = await text([family]) { registry in
            let timer = Timer(label: "wait_seconds", dimensions: [], factory: registry)
            for milliseconds in [50, 100, 101, 1_000, 2_500] { timer.recordMilliseconds(milliseconds) }
        }
        #expect(
            text == """
                # HELP wait_seconds A wait.
                # TYPE wait_seconds histogram
                wait_seconds_bucket{le="0.1"} 2
                wait_seconds_bucket{le="1"} 4
                wait_seconds_bucket{le="+Inf"} 5
                wait_seconds_sum 3.751
                wait_seconds_count 5

                """
        )
    }

    @Test func aGaugeRisesAndFalls() async {
        let text = await text([MetricFamily("open", .gauge, "Open.")]) { registry in
            let meter = Meter(label: "open", dimensions: [], factory: registry)
            meter.set(5)
            meter.decrement(by: 1.5)
        }
        #expect(text.hasSuffix("open 3.5\n"))
    }

    @Test func noLabelValueCanEndItsLine() async {
        let text = await text([]) { registry in
            Counter(label: "x_total", dimensions: [("a", "q\"\\\n} 9")], factory: registry).increment()
        }
        #expect(text.split(separator: "\n").last == #"x_total{a="q\"\\\n} 9"} 1"#)
    }

    @Test(arguments: [("http.server", "http_server"), ("9lives", "_9lives"), ("é", "__"), ("", "_"), ("ok_1", "ok_1")])
    func aNameIsMadeToFitTheFormat(_ given: String, _ name: String) {
        #expect(Labels.name(given) == name)
    }

    @Test(arguments: [
        (1, "1"), (0.5, "0.5"), (.infinity, "+Inf"), (-.infinity, "-Inf"), (.nan, "NaN"), (1e20, "1e+20"),
    ])
    func numbersAreWrittenAsGoReadsThem(_ number: Double, _ text: String) {
        #expect(ExpositionText.number(number) == text)
    }

    @Test func whatIsNoNumberDoesNotSpoilASum() async {
        let text = await text([MetricFamily("x", .histogram(bounds: [1]), "X.")]) { registry in
            let recorder = Recorder(label: "x", dimensions: [], aggregate: true, factory: registry)
            recorder.record(Double.nan)
            recorder.record(0.25)
        }
        #expect(text.contains("x_sum 0.25\n"))
        #expect(text.contains("x_count 1\n"))
    }

    @Test func aFamilyOfAnotherKindTakesNothing() async {
        let text = await text([MetricFamily("x", .gauge, "X.")]) { registry in
            Counter(label: "x", dimensions: [], factory: registry).increment()
            Timer(label: "x", dimensions: [], factory: registry).recordSeconds(1)
        }
        #expect(text == "")
    }

    @Test func labelsWithoutEndAreFolded() async {
        let text = await text([]) { registry in
            for number in 0..<(PrometheusRegistry.largestSeriesCount + 500) {
                Counter(label: "x_total", dimensions: [("n", "\(number)")], factory: registry).increment()
            }
        }
        #expect(text.contains("x_total{n=\"other\"} 500\n"))
        #expect(text.split(separator: "\n").count == PrometheusRegistry.largestSeriesCount + 3)
    }

    @Test func whatIsGatheredIsAskedForEachTime() async {
        let registry = PrometheusRegistry()
        registry.gather(MetricFamily("b", .gauge, "B.")) { [MetricSample(2, [("x", "y")])] }
        registry.gather(MetricFamily("a", .gauge, "A.")) { [MetricSample(1)] }
        registry.gather(MetricFamily("c", .gauge, "C.")) { [] }
        let lines = await registry.text().split(separator: "\n").filter { !$0.hasPrefix("#") }
        #expect(lines == ["a 1", #"b{x="y"} 2"#])
    }

    /// What a request costs: printed, never judged, since the machine is shared.
    @Test func countingFromManyTasksLosesNothing() async {
        let registry = PrometheusRegistry()
        let started = ContinuousClock.now
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for number in 0..<10_000 {
                        let labels = [("method", "GET"), ("route", "/payment-intents/{id}/"), ("status", "200")]
                        Timer(label: "d_seconds", dimensions: labels, factory: registry).recordNanoseconds(
                            Int64(number)
                        )
                        if number % 1_000 == 0 { await Task.yield() }
                    }
                }
            }
        }
        let each = (ContinuousClock.now - started) / .nanoseconds(80_000)
        print("a labelled timer looked up and recorded: \(Int(each)) ns")
        #expect(await registry.text().contains("status=\"200\"} 80000\n"))
    }
}
