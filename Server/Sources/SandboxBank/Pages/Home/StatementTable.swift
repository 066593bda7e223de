import ChavePixModel
import InstitutionPort
import Pages

/// The last payments, with what became of each.
struct StatementTable {
    let language: PageLanguage
    let lines: [StatementLine]

    var html: HTML {
        """
        <h2 id="payments">\(language("Pagamentos Pix", "Pix payments"))</h2>
        \(lines.isEmpty ? nothing : table)
        """
    }

    private var nothing: HTML {
        "<p>\(language("Nenhum pagamento até agora.", "No payment so far."))</p>"
    }

    private var table: HTML {
        let say = language
        return """
            <div class="scroll" role="region" aria-labelledby="payments" tabindex="0">
            <table>
            <thead><tr><th scope="col">\(say("Data", "Date"))</th><th scope="col">\(say("Para", "To"))</th>\
            <th scope="col" class="number">\(say("Valor", "Amount"))</th>\
            <th scope="col">\(say("Situação", "State"))</th>\
            <th scope="col">\(say("Identificador", "End-to-end id"))</th></tr></thead>
            <tbody>
            \(lines.map(row))</tbody>
            </table>
            </div>
            """
    }

    private func row(_ line: StatementLine) -> HTML {
        let (payment, state) = (line.payment, line.payment.state)
        let details: HTML = state.details(language).map { " \($0)" } ?? ""
        return """
            <tr data-status="\(state.status.rawValue)"><td>\(language.moment(payment.createdAt))</td>\
            <td><bdi>\(line.receiver)</bdi></td>\
            <td class="number">\(language.money(payment.amount))</td>\
            <td><span class="\(state.mark)">\(state.word(language))</span>\(details)</td>\
            <td><code>\(payment.endToEndID)</code></td></tr>

            """
    }
}
