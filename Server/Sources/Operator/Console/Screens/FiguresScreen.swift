import ChaveBase
import ChavePixModel
import Pages

/// The page of the charts: payments by outcome, and durations.
struct FiguresScreen {
    let frame: ConsoleFrame
    let range: FigureRange
    let outcomes: [OutcomeStep]
    let settlement: LatencyFigure?
    let routes: [LatencyFigure]

    private var say: PageLanguage { frame.language }
    private var path: String { "\(ConsoleSettings.mountPath)/figures" }

    var page: Page {
        Page(
            "console-figures",
            title: say("Gráficos", "Charts"),
            path: path,
            content: """
                <nav aria-label="\(say("Período", "Period"))"><ul class="filters">
                \(FigureRange.allCases.map(way))</ul></nav>
                <h2>\(say("Pagamentos por resultado", "Payments by outcome"))</h2>
                \(OutcomeChart(language: say, range: range, steps: outcomes).html)
                <h2>\(say("Da aprovação ao fim do pagamento", "From approval to the payment's end"))</h2>
                \(latencies(settlement.map { [named($0)] } ?? [], of: say("Pagamento", "Payment")))
                <h2>\(say("Respostas do servidor, desde que começou", "The server's answers, since it started"))</h2>
                \(latencies(routes, of: say("Rota", "Route")))
                """
        )
    }

    private func named(_ figure: LatencyFigure) -> LatencyFigure {
        var figure = figure
        figure.name = say("Pagamentos", "Payments")
        return figure
    }

    private func way(_ range: FigureRange) -> HTML {
        let label =
            switch range {
            case .hour: say("Uma hora", "An hour")
            case .day: say("Um dia", "A day")
            case .week: say("Uma semana", "A week")
            case .month: say("Um mês", "A month")
            }
        let here: HTML = range == self.range ? " aria-current=\"true\"" : ""
        return "<li><a href=\"\(path)?range=\(range.rawValue)\"\(here)>\(label)</a></li>\n"
    }

    private func latencies(_ figures: [LatencyFigure], of what: String) -> HTML {
        guard !figures.isEmpty else { return "<p class=\"soft\">\(say("Nada ainda.", "Nothing yet."))</p>\n" }
        let rows = figures.map { figure in
            StackTable.Row(
                ["<code>\(figure.name)</code>", "\(String(figure.count))"]
                    + [figure.p50, figure.p95, figure.p99].map { "\(LatencyChart.text($0, say))" }
            )
        }
        let numbers = [say("Quantos", "Count"), "p50", "p95", "p99"].map { StackTable.Column($0, isNumber: true) }
        return """
            \(LatencyChart(language: say, figures: figures).html)
            \(frame.table(what, columns: [.init(what)] + numbers, rows: rows))
            """
    }
}
