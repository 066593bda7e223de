/// A result as a picture: times by percentile above, payments by second below.
///
/// The picture is a complete SVG document without external parts. Its colours follow the reader's choice of light or
/// dark. Dashes and names also distinguish the lines.
public struct LoadChart {
    private let result: LoadResult

    private static let width = 880.0
    private static let percentiles = PlotArea(left: 72, top: 116, width: 660, height: 250)
    private static let throughput = PlotArea(left: 72, top: 442, width: 660, height: 170)
    private static let noteTop = 664.0
    private static let noteLine = 18.0

    /// Makes a chart of a result.
    public init(_ result: LoadResult) { self.result = result }

    /// The SVG document.
    public var svg: String {
        let notes = notes
        let height = LoadChart.noteTop + LoadChart.noteLine * Double(notes.count)
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(SVG.number(LoadChart.width)) \(SVG.number(height))" \
            width="\(SVG.number(LoadChart.width))" height="\(SVG.number(height))" role="img" aria-labelledby="title summary">
            <title id="title">\(SVG.escaped(title))</title>
            <desc id="summary">\(SVG.escaped(summary))</desc>
            <style>\(LoadChart.style)</style>
            \(SVG.rectangle(x: 0, y: 0, width: LoadChart.width, height: height, style: "paper"))\
            \(SVG.text(title, x: 24, y: 38, style: "title"))\
            \(SVG.text(summary, x: 24, y: 62, style: "soft"))\
            \(SVG.text("Time by percentile", x: 24, y: 98, style: "head"))\
            \(percentilePlot.svg)\
            \(SVG.text("Payments to SUCCEEDED by second", x: 24, y: 424, style: "head"))\
            \(throughputPlot.svg)\
            \(notes.enumerated().map(note).joined())</svg>

            """
    }

    // MARK: Words

    private var title: String {
        switch result.plan.pace {
        case .rate(let rate):
            "chave load: \(Figures.number(rate, decimals: 1)) payments / s, \(Figures.count(result.plan.devices)) devices"
        case .flatOut(let devices): "chave load: \(Figures.count(devices)) devices, flat out"
        }
    }

    private var summary: String {
        """
        \(Figures.number(result.perSecond, decimals: 1)) / s to SUCCEEDED, \(Figures.count(result.tally.succeeded)) of \
        \(Figures.count(result.tally.due)) in \(Figures.number(result.seconds, decimals: 1)) s, p95 \
        \(Figures.milliseconds(result.tally.payment.percentile(95)))
        """
    }

    private var notes: [String] {
        let asked =
            switch result.plan.pace {
            case .rate: "Times count from when a payment was due by schedule, not from when it was sent."
            case .flatOut: "Each device begins a payment when the one before has ended: a slow server is asked less."
            }
        let failed = "\(Figures.count(result.failed)) payments did not come to SUCCEEDED (bars)."
        let all = [asked] + (result.failed > 0 ? [failed] : []) + GeneratorFinding.all(of: result).map(\.text)
        return all.flatMap { LoadChart.wrapped($0, at: 118) }
    }

    private func note(_ index: Int, _ text: String) -> String {
        SVG.text(text, x: 24, y: LoadChart.noteTop + LoadChart.noteLine * Double(index), style: "soft")
    }

    static func wrapped(_ text: String, at width: Int) -> [String] {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let last = lines.last, last.count + word.count < width {
                lines[lines.count - 1] = "\(last) \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }

    // MARK: Plots

    private var percentilePlot: PercentilePlot {
        PercentilePlot(
            area: LoadChart.percentiles,
            series: [
                .init(name: "create", style: "create", histogram: result.tally.create),
                .init(name: "authorize", style: "authorize", histogram: result.tally.authorize),
                .init(name: "to SUCCEEDED", style: "payment", histogram: result.tally.payment),
            ]
        )
    }

    private var throughputPlot: ThroughputPlot {
        let whole = max(0, Int((result.seconds + 0.001).rounded(.down)))
        let empty = Tally.Second()
        let seconds = (0..<min(whole, 100_000)).map { index in
            index < result.tally.seconds.count ? result.tally.seconds[index] : empty
        }
        var rate: Double?
        if case .rate(let asked) = result.plan.pace { rate = asked }
        return ThroughputPlot(area: LoadChart.throughput, seconds: seconds, rate: rate)
    }

    private static let style = """

        :root { color-scheme: light dark }
        .paper { fill: #fff } text { fill: #1b1f24; font: 13px system-ui, sans-serif; font-variant-numeric: tabular-nums }
        .title { font-size: 20px; font-weight: 600 } .head { font-size: 15px; font-weight: 600 } .label { font-weight: 600 }
        .soft { fill: #57606a } .grid { stroke: #d8dee4 } .target { stroke: #57606a; stroke-dasharray: 6 5 }
        .line { fill: none; stroke-width: 2.2; stroke-linejoin: round } .failed { fill: #b42318 }
        .create { stroke: #0b5cad } .authorize { stroke: #a34a00; stroke-dasharray: 7 3 } .payment { stroke: #0f766e }
        .create-text { fill: #0b5cad } .authorize-text { fill: #a34a00 } .payment-text { fill: #0f766e }
        .line.create { stroke-dasharray: 2 3 }
        @media (prefers-color-scheme: dark) {
        .paper { fill: #14171a } text { fill: #e6e9ec } .soft { fill: #a3adb8 } .grid { stroke: #343a41 }
        .target { stroke: #a3adb8 } .failed { fill: #ff8078 }
        .create { stroke: #6cb2ff } .authorize { stroke: #f5a94b } .payment { stroke: #4fd1b5 }
        .create-text { fill: #6cb2ff } .authorize-text { fill: #f5a94b } .payment-text { fill: #4fd1b5 }
        }

        """
}
