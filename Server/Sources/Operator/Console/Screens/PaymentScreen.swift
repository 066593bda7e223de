import ChaveBase
import ChavePixModel
import Pages

/// The page of a payment intent with its whole history.
struct PaymentScreen {
    let frame: ConsoleFrame
    let view: PaymentView
    /// The exchanges with a bank on the wire; empty with the bank in this process.
    let exchanges: HTML
    let ceremonies: HTML

    private var say: PageLanguage { frame.language }

    var page: Page {
        Page(
            "console-payment",
            reason: view.row.reason,
            title: say("Pagamento", "Payment"),
            content: """
                <p class="amount">\(say.money(view.row.amount))</p>
                \(facts)\(cancel)
                \(ChargeTable(frame: frame, charges: view.charges).html)
                \(TimelineTable(frame: frame, entries: view.timeline).html)
                \(exchanges)
                \(ceremonies)
                <h2>Webhooks</h2>
                \(RowTables(frame: frame).deliveries(view.deliveries))
                """
        )
    }

    private var facts: HTML {
        var facts = Facts(frame: frame)
        facts.add("Id", code: view.row.id.text)
        facts.add(say("Estado", "Status"), frame.state(view.row.status))
        facts.add(say("Motivo", "Reason"), code: view.row.reason)
        facts.add(say("Mensagem", "Message"), view.message.map { "<bdi>\($0)</bdi>" })
        facts.add(say("Loja", "Merchant"), "<bdi>\(view.row.organisation)</bdi>")
        facts.add(say("Banco", "Bank"), "\(frame.bank(view.row.institution))")
        facts.add(say("Vínculo", "Enrollment"), frame.link(.enrollment(view.enrollment), view.enrollment.text))
        facts.add("End-to-end", code: view.endToEndID)
        facts.add("external_id", code: view.externalID)
        facts.add(say("Consentimento", "Consent"), code: view.consentID)
        facts.add(say("Pagamento no banco", "Payment at the bank"), code: view.bankPaymentID)
        facts.addWork(since: view.row.createdAt, until: view.deadline, nextTry: view.nextTry, tries: view.tries)
        return facts.html
    }

    private var cancel: HTML {
        guard view.canBeCanceled else { return "" }
        let consequence =
            view.charges.isEmpty
            ? say(
                "O pagamento será cancelado, e a loja será avisada. Não é possível desfazer.",
                "The payment ends unpaid, and the merchant is told. This cannot be undone."
            )
            : say(
                "O banco cancelará os dias que restam, e a loja será avisada. Não é possível desfazer.",
                "The bank cancels the days that are left, and the merchant is told. This cannot be undone."
            )
        let question = FormButton.Question(consequence, yes: say("Sim, cancelar", "Yes, cancel"))
        let object = ConsoleObject.payment(view.row.id)
        return frame.act(say("Cancelar", "Cancel"), on: object, "cancel", style: "harm", question: question)
    }
}
