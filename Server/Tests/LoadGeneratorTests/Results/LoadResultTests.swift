import ChaveWire
import Testing

@testable import LoadGenerator

@Suite struct LoadResultTests {
    @Test func linesSayWhatWasMeasured() {
        let lines = Traces.result().lines
        #expect(lines.first == "50.5 payments / s to SUCCEEDED: 100 of 100 in 2.0 s")
        #expect(lines.contains { $0.hasPrefix("to SUCCEEDED") && $0.contains("39.0 ms") && $0.contains("42.0 ms") })
        #expect(lines.contains { $0.hasPrefix("authorize") && $0.contains("20.0 ms") })
        #expect(!lines.contains { $0.hasPrefix("NOTE") || $0.contains("did not") })
    }

    @Test func failuresAreTheMostFrequentFirst() {
        let result = Traces.result { tally in
            for due in Int64(1_000)..<1_004 { tally.record(Traces.failed(due: due, PaymentFailure(.create, "a"))) }
            for due in Int64(1_000)..<1_006 {
                tally.record(Traces.failed(due: due, PaymentFailure(.authorize, "conflict", status: 409)))
            }
        }
        let lines = result.lines
        let first = lines.firstIndex(of: "10 payments did not come to SUCCEEDED:")
        #expect(
            first.map { Array(lines[($0 + 1)...($0 + 2)]) } == ["  6  authorize: conflict (409)", "  4  create: a"]
        )
        #expect(!result.isGood && Traces.result().isGood)
    }

    @Test func anInterruptedRunSaysSo() {
        var result = Traces.result()
        result.isInterrupted = true
        result.seconds = 1.25
        #expect(result.lines.first?.hasSuffix("in 1.3 s, ended before its time") == true)
        #expect(result.json["interrupted"]?.bool == true)
    }

    @Test func nothingMeasuredIsNoGoodRun() {
        let empty = LoadResult(
            plan: LoadPlan(pace: .flatOut(devices: 3), devices: 3, span: Traces.span),
            tally: Tally(span: Traces.span),
            seconds: 0,
            processorSeconds: 0
        )
        #expect(!empty.isGood && empty.perSecond == 0)
        #expect(empty.lines.contains { $0.hasPrefix("create") && $0.hasSuffix("-") })
        #expect(empty.json["payments_per_second"]?.number?.double == 0)
    }

    @Test func theJSONHasTheSameNumbers() throws {
        var result = Traces.result { $0.record(Traces.failed(due: 1_200, PaymentFailure(.settle, "no_funds"))) }
        var waiting = WaitingReport()
        waiting.questions = 12
        result.waiting = waiting
        let json = try JSONValue(parsing: result.json.encoded())
        #expect(json["measured"]?["succeeded"]?.number?.int64 == 100)
        #expect(json["measured"]?["failed"]?.number?.int64 == 1)
        #expect(json["all"]?["succeeded"]?.number?.int64 == 150)
        #expect(json["latency_milliseconds"]?["to_succeeded"]?["max"]?.number?.double == 42)
        #expect(json["failures"]?.array?.first?["code"]?.string == "no_funds")
        #expect(json["mode"]?["rate_per_second"]?.number?.double == 50)
        #expect(json["waiting"]?["questions"]?.number?.int64 == 12)
        #expect(json["per_second"]?.array?.count == 2)
    }

    @Test(arguments: [
        (0.0, 0, "0"), (1_234_567.0, 0, "1,234,567"), (999.95, 1, "1,000.0"), (0.05, 2, "0.05"), (-12.345, 2, "-12.35"),
        (1_000.0, 0, "1,000"), (-0.001, 2, "0.00"),
    ])
    func numbersAreGrouped(_ value: Double, _ decimals: Int, _ text: String) {
        #expect(Figures.number(value, decimals: decimals) == text)
    }

    @Test(arguments: [(Int64(0), "0.00 ms"), (1_234, "1.23 ms"), (12_345, "12.3 ms"), (1_234_567, "1,235 ms")])
    func timesHaveThreeDigitsThatCount(_ microseconds: Int64, _ text: String) {
        #expect(Figures.milliseconds(microseconds) == text)
    }

    @Test func progressIsARateSinceTheLastLook() {
        let earlier = LoadProgress(elapsed: 2, succeeded: 100, failed: 0)
        let now = LoadProgress(elapsed: 2.5, succeeded: 160, failed: 1)
        #expect(now.line(since: earlier) == "3 s   120.0 / s   160 SUCCEEDED   1 failed")
    }

    @Test(arguments: [(1.0, 20), (100, 20), (500, 100), (1e9, 2_000)]) func aRateHasEnoughDevices(
        _ rate: Double,
        _ devices: Int
    ) {
        #expect(LoadPlan.devices(forRate: rate) == devices)
    }

    @Test func aPlanIsPossible() {
        let plan = LoadPlan(pace: .rate(1), devices: 0, threads: 9, span: Traces.span)
        #expect(plan.devices == 1 && plan.threads == 1)
    }
}
