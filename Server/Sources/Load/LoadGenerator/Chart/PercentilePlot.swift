import Foundation

/// A plot of times by percentile.
///
/// Each further nine of a percentile takes the same width as the one before, and the scale of times is logarithmic.
struct PercentilePlot {
    /// One line of the plot.
    struct Series {
        var name: String
        var style: String
        var histogram: LatencyHistogram
    }

    let area: PlotArea
    let series: [Series]

    /// The lines that have measured values.
    private var drawn: [Series] { series.filter { $0.histogram.count > 0 } }

    var svg: String {
        guard !drawn.isEmpty else {
            return SVG.text("Nothing was measured.", x: area.left, y: area.top + 20, style: "soft")
        }
        return grid + drawn.map { SVG.path(points($0.histogram), style: "line \($0.style)") }.joined() + labels
    }

    // MARK: Scales

    /// The number of nines in the highest percentile: as many as the number of counted payments supports.
    private var nines: Int {
        let most = drawn.map(\.histogram.count).max() ?? 0
        return most >= 100_000 ? 4 : most >= 1_000 ? 3 : 2
    }

    /// The range of times as powers of ten, in milliseconds.
    private var decades: (lowest: Int, highest: Int) {
        let values = drawn.flatMap { [$0.histogram.percentile(0), $0.histogram.maximum] }.map(PercentilePlot.decade)
        let lowest = Int((values.min() ?? 0).rounded(.down))
        return (lowest, max(Int((values.max() ?? 0).rounded(.up)), lowest + 1))
    }

    /// The power of ten of a time in milliseconds; a time below a hundredth counts as a hundredth.
    private static func decade(_ microseconds: Int64) -> Double { log10(Double(max(microseconds, 10)) / 1_000) }

    private func y(_ microseconds: Int64) -> Double {
        let (lowest, highest) = decades
        return area.y((PercentilePlot.decade(microseconds) - Double(lowest)) / Double(highest - lowest))
    }

    private func points(_ histogram: LatencyHistogram) -> [(x: Double, y: Double)] {
        let steps = nines * 12
        return (0...steps).map { step in
            let share = Double(step) / Double(steps)
            let percent = 100 * (1 - pow(10, -share * Double(nines)))
            return (area.x(share), y(histogram.percentile(percent)))
        }
    }

    // MARK: Parts

    private var grid: String {
        let (lowest, highest) = decades
        let rows = (lowest...highest).map { decade in
            let y = area.y(Double(decade - lowest) / Double(highest - lowest))
            return SVG.line(area.left, y, area.right, y, style: "grid")
                + SVG.text(PercentilePlot.name(ofDecade: decade), x: area.left - 8, y: y + 4, anchor: "end")
        }
        var marks: [(name: String, share: Double)] = [("0", 0), ("50", log10(2) / Double(nines))]
        for (place, name) in ["90", "99", "99.9", "99.99"].prefix(nines).enumerated() {
            marks.append((name, Double(place + 1) / Double(nines)))
        }
        let columns = marks.map { mark in
            SVG.line(area.x(mark.share), area.top, area.x(mark.share), area.bottom, style: "grid")
                + SVG.text("p\(mark.name)", x: area.x(mark.share), y: area.bottom + 18, anchor: "middle")
        }
        return rows.joined() + columns.joined()
    }

    private static func name(ofDecade decade: Int) -> String {
        switch decade {
        case ...(-1): "0.\(String(repeating: "0", count: -decade - 1))1 ms"
        case 0...2: "1\(String(repeating: "0", count: decade)) ms"
        default: "1\(String(repeating: "0", count: decade - 3)) s"
        }
    }

    /// The labels at the ends of the lines, moved apart when they are close.
    private var labels: String {
        var lowest = area.top - 16
        let places = drawn.map { ($0, end: points($0.histogram).last?.y ?? area.bottom) }.sorted { $0.end < $1.end }
        return places.map { series, end in
            let y = max(end + 4, lowest + 16)
            lowest = y
            return SVG.text(series.name, x: area.right + 8, y: y, style: "label \(series.style)-text")
        }.joined()
    }
}
