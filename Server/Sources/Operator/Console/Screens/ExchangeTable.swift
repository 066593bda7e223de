import Pages

/// The table of an object's HTTP exchanges with its bank, oldest first.
struct ExchangeTable {
    let frame: ConsoleFrame
    let exchanges: [BankExchange]

    private var say: PageLanguage { frame.language }

    var html: HTML {
        let title = say("Trocas com o banco", "Exchanges with the bank")
        let nothing = say(
            "As trocas ficam só na memória deste servidor desde que ele começou.",
            "Exchanges stay in the memory of this server alone, since it started."
        )
        return """
            <h2>\(title)</h2>
            \(frame.table(
                title,
                columns: [
                    .init(say("Quando", "When")), .init(say("Operação", "Operation")),
                    .init("HTTP", isNumber: true), .init(say("O que significa", "What it means")),
                    .init(say("Duração", "Duration"), isNumber: true), .init("x-fapi-interaction-id"),
                ],
                rows: exchanges.map(row),
                orElse: "\(nothing)"
            ))
            """
    }

    private func row(_ exchange: BankExchange) -> StackTable.Row {
        StackTable.Row([
            frame.time(exchange.at), "<code>\(exchange.name)</code>",
            "\(exchange.status.map { String($0) } ?? "–")", "\(exchange.outcome)",
            "\(String(exchange.milliseconds)) ms",
            "<code>\(exchange.interactionID ?? "")</code>",
        ])
    }
}
