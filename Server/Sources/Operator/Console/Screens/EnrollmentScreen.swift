import ChaveBase
import ChavePixModel
import Pages

/// The page of an enrollment with its whole history.
struct EnrollmentScreen {
    let frame: ConsoleFrame
    let view: EnrollmentView
    /// The exchanges with a bank on the wire; empty with the bank in this process.
    let exchanges: HTML
    let ceremonies: HTML

    private var say: PageLanguage { frame.language }
    private var tables: RowTables { RowTables(frame: frame) }

    var page: Page {
        Page(
            "console-enrollment",
            reason: view.row.reason,
            title: say("Vínculo", "Enrollment"),
            content: """
                \(facts)\(unboundCallback)\(revoke)
                \(TimelineTable(frame: frame, entries: view.timeline).html)
                \(exchanges)
                \(ceremonies)
                <h2>\(say("Pagamentos", "Payments"))</h2>
                \(tables.payments(view.payments))
                <h2>Webhooks</h2>
                \(tables.deliveries(view.deliveries))
                """
        )
    }

    private var facts: HTML {
        var facts = Facts(frame: frame)
        facts.add("Id", code: view.row.id.text)
        facts.add(say("Estado", "Status"), "\(frame.state(view.row.status)) <code>\(view.row.detailedStatus)</code>")
        facts.add(say("Motivo", "Reason"), code: view.row.reason)
        facts.add(say("Mensagem", "Message"), view.message.map { "<bdi>\($0)</bdi>" })
        facts.add(say("Loja", "Merchant"), "<bdi>\(view.row.organisation)</bdi>")
        facts.add(say("Retornos do banco", "Callbacks"), callbacks)
        facts.add(say("Banco", "Bank"), "\(frame.bank(view.row.institution))")
        facts.add(say("Id no banco", "Id at the bank"), code: view.bankID)
        facts.add("external_id", code: view.externalID)
        facts.add(say("Plataforma", "Platform"), code: view.platform)
        facts.addWork(since: view.row.createdAt, until: view.deadline, nextTry: view.nextTry, tries: view.tries)
        return facts.html
    }

    private var callbacks: HTML {
        view.takesUnboundCallbacks
            ? "\(say("também sem o vínculo", "also without the enrollment")) <code>unbound_callbacks</code>"
            : "\(say("só com o vínculo da sessão", "only with the session's enrollment"))"
    }

    private var unboundCallback: HTML {
        guard view.isCallbackUnbound else { return "" }
        let text = say(
            """
            O retorno do banco veio sem o vínculo. Em produção, o servidor da loja envia \
            o vínculo da sessão da própria pessoa.
            """,
            """
            The bank's callback came without the enrollment. In production the merchant's server sends the enrollment of \
            the person's own session.
            """
        )
        return "<div class=\"notice\"><p>\(text)</p></div>"
    }

    private var revoke: HTML {
        guard view.canBeRevoked else { return "" }
        let question = FormButton.Question(
            say(
                "O vínculo será encerrado aqui e no banco, e a loja será avisada. Não é possível desfazer.",
                "The enrollment ends here and at the bank, and the merchant is told. This cannot be undone."
            ),
            yes: say("Sim, revogar", "Yes, revoke")
        )
        let object = ConsoleObject.enrollment(view.row.id)
        return frame.act(say("Revogar", "Revoke"), on: object, "revoke", style: "harm", question: question)
    }
}
