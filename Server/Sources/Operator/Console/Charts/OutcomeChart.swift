import ChaveBase
import Pages

/// Payments by outcome over time: a stacked bar for each step, and the same numbers as a table.
struct OutcomeChart {
    let language: PageLanguage
    let range: FigureRange
    let steps: [OutcomeStep]

    private static let width = 720
    private static let height = 200
    private static let left = 40
    private static let bottom = 24
    private static let top = 10

    private var parts: [(style: String, name: String, count: @Sendable (OutcomeStep) -> Int)] {
        [
            ("succeeded", language("Pagos", "Paid"), { $0.succeeded }),
            ("failed", language("Não deram certo", "Failed"), { $0.failed }),
            ("canceled", language("Cancelados", "Canceled"), { $0.canceled }),
            ("open", language("Em andamento", "Under way"), { $0.open }),
        ]
    }

    private var largest: Int { max(1, steps.map(\.total).max() ?? 1) }

    var html: HTML {
        let total = steps.reduce(0) { $0 + $1.total }
        return """
            <figure class="chart latest" tabindex="0" aria-label="\(language("Pagamentos por resultado", "Payments by outcome"))">
            <svg viewBox="0 0 \(String(OutcomeChart.width)) \(String(OutcomeChart.height))" role="img" \
            aria-label="\(language("Pagamentos por resultado; os números estão na tabela abaixo", "Payments by outcome; the numbers are in the table below"))">
            \(axis)\(bars)</svg>
            <figcaption><ul class="legend">\(parts.map { part in
                "<li><span class=\"swatch \(part.style)\"></span>\(part.name): \(String(steps.reduce(0) { $0 + part.count($1) }))</li>\n"
            } as [HTML])</ul></figcaption>
            </figure>
            <details data-key="outcomes"><summary>\(language("Os números", "The numbers")) (\(String(total)))</summary>
            \(table)</details>
            """
    }

    private var axis: HTML {
        let (width, height, left) = (OutcomeChart.width, OutcomeChart.height, OutcomeChart.left)
        let base = height - OutcomeChart.bottom
        let marks: [HTML] = AxisMarks(largest: largest).values.map { value in
            let y = self.y(value)
            return """
                <line class="grid" x1="\(String(left))" x2="\(String(width))" y1="\(decimal(y))" y2="\(decimal(y))"/>
                <text x="\(String(left - 6))" y="\(decimal(y + 4))" text-anchor="end">\(String(value))</text>

                """
        }
        let every = max(1, steps.count / 6)
        let labels: [HTML] = steps.indices.filter { $0.isMultiple(of: every) }.map { index in
            "<text x=\"\(decimal(x(index)))\" y=\"\(String(base + 17))\">\(label(steps[index].start))</text>\n"
        }
        return "\(marks)\(labels)"
    }

    private var bars: HTML {
        let each = Double(OutcomeChart.width - OutcomeChart.left) / Double(max(1, steps.count))
        let bars: [HTML] = steps.indices.map { index in
            var below = 0
            let pieces: [HTML] = parts.map { part in
                let count = part.count(steps[index])
                guard count > 0 else { return "" }
                let (from, to) = (y(below), y(below + count))
                below += count
                return """
                    <rect class="\(part.style)" x="\(decimal(x(index)))" y="\(decimal(to))" \
                    width="\(decimal(each * 0.8))" height="\(decimal(from - to))"/>

                    """
            }
            return "\(pieces)"
        }
        return "\(bars)"
    }

    private var table: HTML {
        let heads: [HTML] = parts.map { "<th scope=\"col\" class=\"number\">\($0.name)</th>" }
        let rows: [HTML] = steps.filter { $0.total > 0 }.map { step in
            let cells: [HTML] = parts.map { "<td class=\"number\">\(String($0.count(step)))</td>" }
            return "<tr><th scope=\"row\">\(language.time(step.start))</th>\(cells)</tr>\n"
        }
        return HTML.scrolling(
            language("Os números", "The numbers"),
            """
            <table>
            <thead><tr><th scope="col">\(language("Desde", "From"))</th>\(heads)</tr></thead>
            <tbody>
            \(rows)</tbody>
            </table>
            """
        )
    }

    private func x(_ index: Int) -> Double {
        let room = Double(OutcomeChart.width - OutcomeChart.left)
        return Double(OutcomeChart.left) + room * Double(index) / Double(max(1, steps.count)) + 2
    }

    private func y(_ count: Int) -> Double {
        let room = Double(OutcomeChart.height - OutcomeChart.bottom - OutcomeChart.top)
        return Double(OutcomeChart.height - OutcomeChart.bottom) - room * Double(count) / Double(largest)
    }

    /// The label of a time: the hour, or in long ranges the day.
    private func label(_ time: Timestamp) -> String {
        let text = language.time(time)
        switch range {
        case .hour, .day: return String(text.suffix(5))
        case .week, .month: return language(String(text.prefix(5)), String(text.prefix(10).suffix(5)))
        }
    }
}

extension OutcomeStep {
    var total: Int { succeeded + failed + canceled + open }
}

/// Round numbers of an axis, at most four.
struct AxisMarks {
    let values: [Int]

    init(largest: Int) {
        // 1, 2, 5, 10, 20, 50 …
        var (step, factors) = (1, [2, 5].makeIterator())
        var round = 1
        while largest / step > 3 {
            if let factor = factors.next() {
                step = round * factor
            } else {
                round *= 10
                (step, factors) = (round, [2, 5].makeIterator())
            }
        }
        values = Array(stride(from: 0, through: largest, by: step))
    }
}

/// A number with one digit after the point, which is enough for a chart.
func decimal(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
}
