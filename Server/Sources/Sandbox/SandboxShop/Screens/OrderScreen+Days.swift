import ChavePixModel
import Pages

/// The page of an order that waits for its days.
extension OrderScreen {
    var scheduled: Page {
        let say = frame.language
        return screen(
            "scheduled",
            say("Agendado", "Scheduled"),
            scripts: [PageAsset.waiting.path],
            """
            \(frame.watching(path, since: entityTag))
            \(isTooLate ? tooLate : received)
            \(summary(with: number))
            \(days?.table ?? "")
            <p class="soft">\(say(
                "Ambiente de testes: na página do seu banco, um botão faz o dia de um pagamento chegar agora.",
                "Sandbox: on your bank's page, a button lets the day of a payment come now."
            ))</p>
            <div class="actions">\(cancelTheRest)\(frame.link(say("Continuar comprando", "Go on shopping"), to: ""))</div>
            """
        )
    }

    private var received: HTML {
        let text = frame.language(
            "O banco tem o que você confirmou, e paga em cada dia. Você não precisa fazer mais nada.",
            "The bank has what you confirmed, and pays on each day. There is nothing more to do."
        )
        return "<p class=\"notice good\">\(text)</p>"
    }

    private var tooLate: HTML {
        let text = frame.language(
            "O banco já não cancela nada: só até as 22h da véspera (Brasília). Os pagamentos seguem.",
            "The bank cancels nothing any more: only until 22:00 of the day before (Brasília). The payments go on."
        )
        return "<p class=\"notice bad\" role=\"status\">\(text)</p>"
    }

    private var cancelTheRest: HTML {
        let say = frame.language
        return frame.button(
            say("Cancelar o que falta", "Cancel what is left"),
            posts: "\(path)/cancel",
            style: "harm",
            question: .init(
                say(
                    "Os pagamentos que ainda não aconteceram serão cancelados no banco. O que foi pago continua pago.",
                    "The payments that have not happened yet will be cancelled at the bank. What was paid stays paid."
                ),
                yes: say("Sim, cancelar", "Yes, cancel")
            )
        )
    }
}
