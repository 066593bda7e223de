import ChaveBase
import Pages

/// The table of a schedule's charges, in the order of their days.
struct ChargeTable {
    let frame: ConsoleFrame
    let charges: [PaymentView.Charge]

    private var say: PageLanguage { frame.language }

    var html: HTML {
        guard !charges.isEmpty else { return "" }
        let title = say("Cobranças agendadas", "Scheduled charges")
        return """
            <h2>\(title)</h2>
            \(frame.table(
                title,
                columns: [
                    .init(say("Dia", "Day")), .init(say("Estado", "Status")), .init(say("Motivo", "Reason")),
                    .init("Id"), .init("End-to-end"), .init(say("Pagamento no banco", "Payment at the bank")),
                ],
                rows: charges.map(row)
            ))
            """
    }

    private func row(_ charge: PaymentView.Charge) -> StackTable.Row {
        StackTable.Row([
            "\(charge.day.iso)", frame.state(charge.status), code(charge.reason), code(charge.id.text),
            code(charge.endToEndID), code(charge.bankPaymentID),
        ])
    }

    private func code(_ text: String?) -> HTML { text.map { "<code>\($0)</code>" } ?? "" }
}
