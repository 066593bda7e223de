import ChaveBase
import ChavePixModel
import Pages
import Testing

@testable import Console

@Suite struct ChartTests {
    @Test(arguments: FigureRange.allCases) func aRangeEndsWithNow(range: FigureRange) {
        for offset in [Int64(0), 1, 59, 3_599, 7_201, 86_399, 500_000] {
            let now = ConsoleSample.time.adding(seconds: offset)
            let start = range.start(at: now)
            let last = start.adding(seconds: range.stepSeconds * Int64(range.count - 1))
            #expect(last <= now && now < last.adding(seconds: range.stepSeconds))
            // Brasília's midnight is a boundary of every step.
            #expect((start.seconds - 3 * 3_600) % range.stepSeconds == 0)
        }
    }

    @Test func axesHaveRoundNumbers() {
        #expect(AxisMarks(largest: 1).values == [0, 1])
        #expect(AxisMarks(largest: 3).values == [0, 1, 2, 3])
        #expect(AxisMarks(largest: 4).values == [0, 2, 4])
        #expect(AxisMarks(largest: 17).values == [0, 5, 10, 15])
        #expect(AxisMarks(largest: 99).values == [0, 50])
        #expect(AxisMarks(largest: 1_200).values == [0, 500, 1_000])
        #expect(AxisMarks(largest: .max).values.count <= 4)
    }

    /// A bar is as high as its count, and stands on the ones before.
    @Test func barsAreStacked() throws {
        let steps = [
            OutcomeStep(start: ConsoleSample.time, succeeded: 6, failed: 2, canceled: 1, open: 1),
            OutcomeStep(start: ConsoleSample.time.adding(seconds: 3_600)),
        ]
        let html = OutcomeChart(language: .english, range: .day, steps: steps).html.source
        let bars = html.split(separator: "\n").filter { $0.hasPrefix("<rect") }
        #expect(bars.count == 4)
        let heights = try bars.map { bar in try #require(number("height", in: bar)) }
        let tops = try bars.map { bar in try #require(number("y", in: bar)) }
        let each = 16.6
        #expect(zip(heights, [6, 2, 1, 1]).allSatisfy { abs($0 - each * $1) < 0.11 })
        #expect(abs(tops[0] - heights[1] - tops[1]) < 0.11 && abs(tops[1] - heights[2] - tops[2]) < 0.11)
        #expect(html.contains("<td class=\"number\">6</td><td class=\"number\">2</td>"))
        #expect(!html.contains("style="))
    }

    @Test func nothingAndEndlessTimesAreDrawnToo() {
        #expect(OutcomeChart(language: .portuguese, range: .hour, steps: []).html.source.contains("<svg"))
        let figures = [0, -1, .infinity, .nan, 1e12].map {
            LatencyFigure(name: "x", count: 1, p50: $0, p95: $0, p99: $0)
        }
        let html = LatencyChart(language: .english, figures: figures).html.source
        #expect(!html.contains("nan") && !html.contains("inf"))
    }

    @Test func timesAreWrittenAsTheyAreRead() {
        #expect(LatencyChart.text(0.25, .portuguese) == "0,3 ms")
        #expect(LatencyChart.text(12.4, .english) == "12 ms")
        #expect(LatencyChart.text(999.4, .english) == "999 ms" && LatencyChart.text(1_000, .english) == "1.0 s")
        #expect(LatencyChart.text(12_340, .portuguese) == "12 s")
        #expect(LatencyChart.text(.infinity, .english) == "–")
    }

    private func number(_ name: String, in text: some StringProtocol) -> Double? {
        guard let start = text.firstRange(of: " \(name)=\"") else { return nil }
        return Double(text[start.upperBound...].prefix { $0 != "\"" })
    }
}
