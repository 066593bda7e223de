import ChaveBase
import ChavePixModel
import Pages

/// The list of payments: a choice, what it adds up to, and its rows.
struct PaymentsScreen {
    let frame: ConsoleFrame
    let choice: PaymentChoice
    let list: PaymentList
    let tally: PaymentTally
    let merchants: [MerchantName]

    static let rows = 50

    private var say: PageLanguage { frame.language }
    private var path: String { "\(ConsoleSettings.mountPath)/payments" }

    var page: Page {
        Page(
            "console-payments",
            title: say("Pagamentos", "Payments"),
            path: path,
            content: """
                \(chips(say("Estado", "Status"), statuses))
                \(chips(say("Período", "Period"), periods))
                \(form)\(faults)
                \(sums)
                \(RowTables(frame: frame).payments(list.rows))
                \(pages)
                """
        )
    }

    // MARK: The choice

    private typealias Way = (label: String, address: String, isHere: Bool)

    private var statuses: [Way] {
        let all: Way = (say("Todos", "All"), choice.address(leaving: "status", "before"), choice.status == nil)
        return [all]
            + PaymentChoice.statuses.map { status in
                (status, choice.address(setting: [("status", status)]), choice.status == status)
            }
    }

    private var periods: [Way] {
        PaymentPeriod.named.map { name, period in
            let address = choice.address(leaving: "from", "to", setting: [("period", name)])
            return (period.label(say), address, choice.period == period)
        }
    }

    private func chips(_ label: String, _ ways: [Way]) -> HTML {
        let items: [HTML] = ways.map { way in
            let here: HTML = way.isHere ? " aria-current=\"true\"" : ""
            return "<li><a href=\"\(path)\(way.address)\"\(here)>\(way.label)</a></li>\n"
        }
        return "<nav aria-label=\"\(label)\"><ul class=\"filters\">\n\(items)</ul></nav>"
    }

    private var form: HTML {
        let banks = frame.settings.bankNames.map { ($0.key.text, $0.value) }.sorted { $0.1 < $1.1 }
        return """
            <form method="get" action="\(path)" class="choice" role="search" aria-label="\(say("Escolher", "Choose"))">
            \(kept("status"))\(kept("period"))
            \(select("bank", say("Banco", "Bank"), banks, choice.institution?.text))
            \(select("merchant", say("Loja", "Merchant"), merchants.map { ($0.id.text, $0.name) }, choice.merchant?.text))
            \(select("reason", say("Motivo", "Reason"), FailureCode.all.map { ($0.rawValue, $0.rawValue) }, choice.reason))
            \(field("from_amount", say("De R$", "From R$"), "text", " inputmode=\"decimal\""))
            \(field("to_amount", say("Até R$", "To R$"), "text", " inputmode=\"decimal\""))
            \(field("from", say("Do dia", "From"), "date", ""))
            \(field("to", say("Até o dia", "To"), "date", ""))
            <p><button type="submit">\(say("Escolher", "Choose"))</button>
            <a href="\(path)">\(say("Limpar", "Clear"))</a></p>
            </form>

            """
    }

    private func kept(_ name: String) -> HTML {
        choice.typed[name].map { "<input type=\"hidden\" name=\"\(name)\" value=\"\($0)\">" } ?? ""
    }

    private func select(_ name: String, _ label: String, _ options: [(String, String)], _ chosen: String?) -> HTML {
        let items: [HTML] = options.map { value, text in
            let here: HTML = value == chosen ? " selected" : ""
            return "<option value=\"\(value)\"\(here)>\(text)</option>\n"
        }
        return """
            <p><label for="\(name)">\(label)</label>
            <select id="\(name)" name="\(name)"><option value="">\(say("Qualquer", "Any"))</option>\(items)</select></p>
            """
    }

    private func field(_ name: String, _ label: String, _ type: String, _ more: HTML) -> HTML {
        """
        <p><label for="\(name)">\(label)</label>
        <input id="\(name)" name="\(name)" type="\(type)" value="\(choice.typed[name] ?? "")"\(more)></p>
        """
    }

    private var faults: HTML {
        guard !choice.faults.isEmpty else { return "" }
        let names: [HTML] = choice.faults.enumerated().map { index, name in
            index == 0 ? "<code>\(name)</code>" : ", <code>\(name)</code>"
        }
        return """
            <p class="notice bad" role="alert">\(say("Não foi entendido, e não conta:", "Not understood, and left out:")) \(names).
            \(say("Valores: 1.234,56. Datas: 2027-01-31.", "Amounts: 1234.56. Dates: 2027-01-31."))</p>

            """
    }

    // MARK: What it adds up to

    private var sums: HTML {
        let share = tally.success.map { " · \(PaymentFigures.percent($0, say)) \(say("com êxito", "succeeded"))" } ?? ""
        let cut = tally.isCut ? say(" (dos 20.000 mais novos)", " (of the newest 20,000)") : ""
        let count =
            tally.count == 1 ? say("1 pagamento", "1 payment") : "\(tally.count) \(say("pagamentos", "payments"))"
        return """
            <p class="sums"><strong>\(say.money(tally.paid))</strong> \(say("pagos", "paid")) · \(count)\(share)\(cut) ·
            <a href="\(path).csv\(choice.address(leaving: "before"))">CSV</a></p>
            """
    }

    private var pages: HTML {
        let first: HTML =
            choice.cursor == nil
            ? "" : "<a href=\"\(path)\(choice.address(leaving: "before"))\">\(say("Mais novos", "Newest"))</a>"
        let next: HTML =
            list.next.map { id in
                """
                <a rel="next" href="\(path)\(choice.address(setting: [("before", id.text)]))">\(say("Mais antigos", "Older"))</a>
                """
            } ?? ""
        return "<nav class=\"pages\" aria-label=\"\(say("Páginas", "Pages"))\">\(first) \(next)</nav>\n"
    }
}
