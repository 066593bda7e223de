import Foundation
import Pages

/// Percentiles as marks on one line each, from a tenth of a millisecond to a hundred seconds, on a logarithmic scale.
struct LatencyChart {
    let language: PageLanguage
    let figures: [LatencyFigure]

    private static let width = 720.0
    private static let left = 32.0
    private static let row = 34.0
    private static let top = 22.0
    /// Powers of ten, in milliseconds.
    private static let decades = -1...5

    private var height: Double { LatencyChart.top + LatencyChart.row * Double(figures.count) }

    var html: HTML {
        """
        <figure class="chart" tabindex="0" aria-label="\(language("Percentis", "Percentiles"))">
        <svg viewBox="0 0 \(decimal(LatencyChart.width)) \(decimal(height))" role="img" aria-label="\(language(
            "Percentis; os números estão na tabela abaixo", "Percentiles; the numbers are in the table below"
        ))">
        \(scale)\(figures.indices.map(line))</svg>
        <figcaption><ul class="legend"><li><span class="swatch p50"></span>p50</li>
        <li><span class="swatch p95"></span>p95</li><li><span class="swatch p99"></span>p99</li></ul>
        <p class="soft">\(language(
            "p95: 95 de cada 100 foram mais rápidas. A escala é logarítmica.",
            "p95: 95 of each 100 were faster. The scale is logarithmic."
        ))</p></figcaption>
        </figure>
        """
    }

    private var scale: HTML {
        let marks: [HTML] = LatencyChart.decades.map { decade in
            let x = decimal(LatencyChart.x(power(decade)))
            return """
                <line class="grid" x1="\(x)" x2="\(x)" y1="\(decimal(LatencyChart.top))" y2="\(decimal(height))"/>
                <text x="\(x)" y="14" text-anchor="middle">\(LatencyChart.text(power(decade), language))</text>

                """
        }
        return "\(marks)"
    }

    private func line(_ index: Int) -> HTML {
        let figure = figures[index]
        let y = LatencyChart.top + LatencyChart.row * (Double(index) + 0.75)
        let (first, last) = (LatencyChart.x(figure.p50), LatencyChart.x(figure.p99))
        // The marks are one above the other, so that three equal ones are all visible.
        let marks: [HTML] = [("p50", figure.p50, -7.0), ("p95", figure.p95, -2.5), ("p99", figure.p99, 2.0)].map {
            style,
            value,
            above in
            """
            <rect class="\(style)" x="\(decimal(LatencyChart.x(value) - 3))" y="\(decimal(y + above))" width="6" height="5"/>

            """
        }
        return """
            <text x="\(decimal(LatencyChart.left + 4))" y="\(decimal(y - 10))">\(figure.name)</text>
            <line class="range" x1="\(decimal(first))" x2="\(decimal(last))" y1="\(decimal(y))" y2="\(decimal(y))"/>
            \(marks)
            """
    }

    private func power(_ decade: Int) -> Double {
        (0..<abs(decade)).reduce(1) { value, _ in decade < 0 ? value / 10 : value * 10 }
    }

    /// The place of a time; a time outside the scale is at its end.
    private static func x(_ milliseconds: Double) -> Double {
        let decade = milliseconds.isFinite && milliseconds > 0 ? log10(milliseconds) : Double(decades.lowerBound)
        let part = (decade - Double(decades.lowerBound)) / Double(decades.count - 1)
        return left + (width - 2 * left) * min(max(part, 0), 1)
    }

    static func text(_ milliseconds: Double, _ language: PageLanguage) -> String {
        guard milliseconds.isFinite, milliseconds < 1e12 else { return "–" }
        let text = milliseconds < 999.5 ? digits(milliseconds) + " ms" : digits(milliseconds / 1_000) + " s"
        return language(text.split(separator: ".", omittingEmptySubsequences: false).joined(separator: ","), text)
    }

    /// A number with one digit after the point below ten, and without from ten on.
    private static func digits(_ value: Double) -> String {
        value < 9.95 ? decimal(value) : String(Int(value.rounded()))
    }
}
