import Foundation
import Testing

@testable import LoadGenerator

#if canImport(FoundationXML)
    import FoundationXML
#endif

@Suite struct LoadChartTests {
    private static func long(seconds: Int, rate: Double) -> LoadResult {
        let span = LoadSpan(warmUpSeconds: 0, seconds: Double(seconds))
        var tally = Tally(span: span)
        for number in 0..<Int(Double(seconds) * rate) {
            let due = Int64(Double(number) * 1_000 / rate)
            tally.record(Traces.paid(due: due, create: Int64(5 + number % 90)))
        }
        let plan = LoadPlan(pace: .rate(rate), devices: 20, span: span)
        return LoadResult(plan: plan, tally: tally, seconds: Double(seconds), processorSeconds: 0.1)
    }

    private static let results: [LoadResult] = [
        Traces.result(), long(seconds: 90, rate: 120),
        LoadResult(
            plan: LoadPlan(pace: .flatOut(devices: 8), devices: 8, span: Traces.span),
            tally: Tally(span: Traces.span),
            seconds: 0,
            processorSeconds: 0
        ),
        Traces.result { tally in
            for due in Int64(1_000)..<1_200 {
                tally.record(Traces.failed(due: due, PaymentFailure(.create, "<&\">")), waitedForDevice: true)
            }
        },
    ]

    @Test(arguments: results.indices) func thePictureIsWellFormed(_ number: Int) throws {
        let svg = LoadChart(LoadChartTests.results[number]).svg
        let reader = ElementReader()
        let parser = XMLParser(data: Data(svg.utf8))
        parser.delegate = reader
        #expect(parser.parse(), "\(parser.parserError.map { "\($0)" } ?? "")")
        #expect(reader.names.first == "svg" && reader.names.contains("title") && reader.names.contains("desc"))
        #expect(!svg.contains("nan") && !svg.contains("inf"))
        #expect(reader.outside.isEmpty, "beyond the picture: \(reader.outside)")
    }

    @Test func itHasALineForEachKindAndFollowsTheReadersColours() {
        let svg = LoadChart(LoadChartTests.results[1]).svg
        for style in ["line create", "line authorize", "line payment"] { #expect(svg.contains("class=\"\(style)\"")) }
        #expect(svg.contains("prefers-color-scheme: dark") && svg.contains("to SUCCEEDED</text>"))
        #expect(svg.contains("120.0 payments / s, 20 devices"))
    }

    @Test func failuresAndLimitsStandInIt() {
        let svg = LoadChart(LoadChartTests.results[3]).svg
        #expect(svg.contains("class=\"failed\"") && svg.contains("200 payments did not come to SUCCEEDED"))
        #expect(svg.contains("No device was free"))
        #expect(LoadChart(LoadChartTests.results[2]).svg.contains("Nothing was measured."))
    }

    @Test func textIsEscaped() {
        #expect(SVG.escaped("<a b=\"c\">&\u{1}\t") == "&lt;a b=&quot;c&quot;&gt;&amp;\t")
    }

    @Test(arguments: [
        (0.0, 1.0, 1.0), (4, 1, 4), (7, 2, 8), (45, 10, 50), (99, 20, 100), (1_234, 500, 1_500), (5_000, 1_000, 5_000),
    ])
    func scalesHaveRoundSteps(_ value: Double, _ step: Double, _ highest: Double) {
        let scale = RoundScale(upTo: value)
        #expect(scale.step == step && scale.highest == highest)
        #expect(scale.marks.first == 0 && scale.marks.last == highest && scale.marks.count <= 7)
    }

    @Test func longSentencesAreWrapped() {
        let lines = LoadChart.wrapped("one two three four five", at: 9)
        #expect(lines == ["one two", "three", "four five"])
        #expect(LoadChart.wrapped("", at: 9).isEmpty)
    }
}

/// The elements of a document, and those that stand outside its picture.
private final class ElementReader: NSObject, XMLParserDelegate {
    var names: [String] = []
    var outside: [String] = []
    private var (width, height) = (0.0, 0.0)

    func parser(
        _ parser: XMLParser,
        didStartElement name: String,
        namespaceURI: String?,
        qualifiedName: String?,
        attributes: [String: String]
    ) {
        names.append(name)
        if name == "svg" {
            width = Double(attributes["width"] ?? "") ?? 0
            height = Double(attributes["height"] ?? "") ?? 0
        }
        for (keys, limit) in [(["x", "x1", "x2"], width), (["y", "y1", "y2"], height)] {
            for key in keys {
                guard let text = attributes[key] else { continue }
                if let value = Double(text), value >= 0, value <= limit { continue }
                outside.append("\(name) \(key)=\(text)")
            }
        }
    }
}
