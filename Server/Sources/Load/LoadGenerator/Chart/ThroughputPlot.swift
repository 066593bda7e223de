/// A plot of payments by second: a line for SUCCEEDED ones, bars for the others, dashes for the rate.
struct ThroughputPlot {
    let area: PlotArea
    /// The measured seconds; whole ones only, because a partial second would look like a drop.
    let seconds: [Tally.Second]
    /// The wanted rate; `nil` when the run went flat out.
    let rate: Double?

    var svg: String {
        guard seconds.count > 1 else {
            return SVG.text("Less than two seconds were measured.", x: area.left, y: area.top + 20, style: "soft")
        }
        return grid + failures + target
            + SVG.path(
                seconds.enumerated().map { (x($0.offset), y(Double($0.element.succeeded))) },
                style: "line payment"
            )
    }

    private var scale: RoundScale {
        let most = seconds.map { max($0.succeeded, $0.failed) }.max() ?? 0
        return RoundScale(upTo: max(Double(most), rate ?? 0))
    }

    private func x(_ second: Int) -> Double { area.x((Double(second) + 0.5) / Double(seconds.count)) }
    private func y(_ value: Double) -> Double { area.y(value / scale.highest) }

    private var grid: String {
        let rows = scale.marks.map { mark in
            SVG.line(area.left, y(mark), area.right, y(mark), style: "grid")
                + SVG.text(Figures.number(mark, decimals: 0), x: area.left - 8, y: y(mark) + 4, anchor: "end")
        }
        let step = max(1, Int(RoundScale(upTo: Double(seconds.count)).step))
        let columns = stride(from: 0, through: seconds.count, by: step).map { second in
            let place = area.x(Double(second) / Double(seconds.count))
            return SVG.line(place, area.bottom, place, area.bottom + 5, style: "grid")
                + SVG.text("\(second) s", x: place, y: area.bottom + 18, anchor: "middle")
        }
        return rows.joined() + columns.joined()
    }

    private var failures: String {
        let width = area.width / Double(seconds.count)
        return seconds.enumerated().filter { $0.element.failed > 0 }.map { index, second in
            let top = y(Double(second.failed))
            return SVG.rectangle(
                x: area.left + width * (Double(index) + 0.2),
                y: top,
                width: width * 0.6,
                height: max(area.bottom - top, 1),
                style: "failed"
            )
        }.joined()
    }

    private var target: String {
        guard let rate else { return "" }
        return SVG.line(area.left, y(rate), area.right, y(rate), style: "target")
            + SVG.text("asked for", x: area.right + 8, y: y(rate) + 4, style: "label soft")
    }
}
