import ChavePixModel
import InstitutionPort
import Pages

/// The last payments with their results, and the last requests that the bank refused before a payment existed.
struct StatementTable {
    let frame: PageFrame
    let csrf: String
    let lines: [StatementLine]
    let refusals: [RefusedPayment]

    private var language: PageLanguage { frame.language }

    var html: HTML {
        """
        <h2>\(language("Pagamentos Pix", "Pix payments"))</h2>
        \(rows.isEmpty ? nothing : table)
        \(refusals.isEmpty ? "" : bound)
        """
    }

    /// The rows, newest first.
    private var rows: [StackTable.Row] {
        let paid = lines.map { (at: $0.payment.createdAt, row: row($0)) }
        let refused = refusals.map { (at: $0.consent.changedAt, row: row($0)) }
        return (paid + refused).sorted { $0.at > $1.at }.map(\.row)
    }

    private var nothing: HTML {
        "<p>\(language("Nenhum pagamento até agora.", "No payment so far."))</p>"
    }

    private var bound: HTML {
        let (payments, refused) = (String(HolderOverview.paymentCount), String(HolderOverview.refusalCount))
        return """
            <p class="soft">\(language(
                "Do que foi recusado, nada saiu da conta. São os últimos \(payments) pagamentos e as últimas \(refused) recusas.",
                "Of what was refused nothing left the account. These are the last \(payments) payments and \(refused) refusals."
            ))</p>
            """
    }

    private var table: HTML {
        let say = language
        return StackTable(
            say("Pagamentos Pix", "Pix payments"),
            columns: [
                .init(say("Data", "Date")), .init(say("Para", "To")), .init(say("Valor", "Amount"), isNumber: true),
                .init(say("Situação", "State")), .init(say("Identificador", "End-to-end id")),
            ],
            rows: rows
        ).html
    }

    private func row(_ line: StatementLine) -> StackTable.Row {
        let (payment, state) = (line.payment, line.payment.state)
        let details: HTML = state.details(language).map { " \($0)" } ?? ""
        return StackTable.Row(
            [
                language.moment(payment.createdAt), "<bdi>\(line.receiver)</bdi>",
                "\(language.money(payment.amount))",
                "<span class=\"\(state.mark)\">\(state.word(language))</span>\(details)\(waiting(payment))",
                "<code>\(payment.endToEndID)</code>",
            ],
            attributes: " data-status=\"\(state.status.rawValue)\""
        )
    }

    /// The button that a sandbox alone has: nobody wants to wait for the day of a scheduled payment.
    private func waiting(_ payment: PaymentRecord) -> HTML {
        guard case .scheduled(let time) = payment.state else { return "" }
        let label = language("Fazer o dia chegar agora", "Let its day come now")
        return FormButton(
            label,
            spoken: "\(label): \(language.time(time))",
            action: "\(frame.home)/day",
            token: csrf,
            style: "quiet",
            fields: "<input type=\"hidden\" name=\"payment\" value=\"\(payment.id)\">\n"
        ).html
    }

    private func row(_ refusal: RefusedPayment) -> StackTable.Row {
        let consent = refusal.consent
        return StackTable.Row(
            [
                language.moment(consent.changedAt), "<bdi>\(refusal.receiver)</bdi>",
                "\(language.money(consent.amount))",
                """
                <span class="state bad">\(language("Recusado", "Refused"))</span> \
                \(consent.refusalWords(language))
                """, "",
            ],
            attributes: " data-refusal=\"\(consent.paymentRefusal ?? consent.state.rejection?.rawValue ?? "")\""
        )
    }
}
