import ChaveBase
import ChavePixModel
import Pages

/// The page of a webhook delivery with each of its attempts.
struct DeliveryScreen {
    let frame: ConsoleFrame
    let view: DeliveryView

    private var say: PageLanguage { frame.language }

    var page: Page {
        Page(
            "console-delivery",
            title: say("Entrega de webhook", "Webhook delivery"),
            content: """
                \(facts)\(resend)
                <h2>\(say("Tentativas", "Attempts"))</h2>
                \(attempts)
                """
        )
    }

    private var facts: HTML {
        var facts = Facts(frame: frame)
        facts.add("Id", code: view.row.id.text)
        facts.add(say("Estado", "Status"), frame.state(view.row.status))
        facts.add(say("Evento", "Event"), code: view.row.event)
        facts.add(say("Sobre", "About"), view.row.object.map { frame.link($0, $0.idText) })
        facts.add(say("Loja", "Merchant"), "<bdi>\(view.row.organisation)</bdi>")
        facts.add(say("Para", "To"), code: view.row.host)
        facts.add(say("Criada", "Created"), time: view.row.createdAt)
        facts.add(say("Próxima tentativa", "Next attempt"), time: view.row.nextAt)
        return facts.html
    }

    private var resend: HTML {
        guard view.canBeResent else {
            return """
                <p class="notice">\(say(
                    "O destino está desativado: a loja precisa ativá-lo para que algo seja enviado.",
                    "The endpoint is disabled: the merchant has to enable it before anything is sent."
                ))</p>

                """
        }
        let label = view.row.status == "pending" ? say("Enviar agora", "Send now") : say("Reenviar", "Resend")
        return frame.act(label, on: .delivery(view.row.id), "resend")
    }

    private var attempts: HTML {
        frame.table(
            say("Tentativas", "Attempts"),
            columns: [
                .init(say("Número", "Number")), .init(say("Quando", "When")), .init(say("Resposta", "Answer")),
                .init(say("Durou", "Took"), isNumber: true),
            ],
            rows: view.attempts.map { attempt in
                StackTable.Row([
                    "\(String(attempt.number))", frame.time(attempt.at), answer(attempt),
                    "\(String(attempt.milliseconds)) ms",
                ])
            }
        )
    }

    private func answer(_ attempt: DeliveryView.Attempt) -> HTML {
        guard let status = attempt.status else { return "<code>\(attempt.failure ?? "–")</code>" }
        let style = (200...299).contains(status) ? "good" : "bad"
        return "<span class=\"state \(style)\">\(String(status))</span>"
    }
}
