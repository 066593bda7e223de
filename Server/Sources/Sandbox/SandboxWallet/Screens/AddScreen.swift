import Pages
import SandboxCards
import TokenActivationCore

/// The form for adding a card: the card, the device, and the behaviour of its network.
struct AddScreen {
    let frame: WalletFrame
    let offers: [CardOffer]
    let attempt: String
    let problem: String?
    /// The choices of a refused form.
    let typed: (card: String?, device: String?, temper: String?)

    private var say: PageLanguage { frame.language }

    var page: Page {
        Page(
            "wallet-add",
            title: say("Adicionar um cartão", "Add a card"),
            path: "\(WalletSettings.mountPath)/add",
            content: offers.isEmpty ? nothing : form
        )
    }

    private var nothing: HTML {
        """
        <p>\(say(
            "Ainda não há cartões. O emissor dá dois a quem entra na página dele pela primeira vez.",
            "There are no cards yet. The issuer gives two to whoever signs in at its page for the first time."
        ))</p>
        <div class="actions"><p><a class="button" href="/issuer">\(say("Ir ao emissor", "Go to the issuer"))</a></p></div>
        """
    }

    private var form: HTML {
        let alert: HTML = problem.map { "<p role=\"alert\" id=\"problem\">\($0)</p>\n" } ?? ""
        let mark: HTML = problem == nil ? "" : "aria-describedby=\"problem\" "
        return """
            \(alert)<p class="soft">\(say(
                "Numa carteira de verdade você digitaria o número. Aqui não existe número nenhum: escolha.",
                "In a real wallet you would type the number. Here no number exists: choose."
            ))</p>
            <form method="post" action="\(WalletSettings.mountPath)/tokens">
            \(frame.hidden("csrf", frame.token))\(frame.hidden("attempt", attempt))\
            <p><label for="card">\(say("Cartão", "Card"))</label>
            <select id="card" name="card" \(mark)required>
            \(offers.map(option))</select></p>
            <p><label for="device">\(say("Nome do aparelho", "Name of the device"))</label>
            <input id="device" name="device" type="text" maxlength="64" autocomplete="off" \
            value="\(typed.device ?? say("Meu telefone", "My phone"))" \(mark)required></p>
            <p><label for="temper">\(say("Como a bandeira se comporta", "How the network behaves"))</label>
            <select id="temper" name="temper">
            \(NetworkTemper.allCases.map(option))</select></p>
            <p><button type="submit">\(say("Adicionar", "Add it"))</button></p>
            </form>
            """
    }

    private func option(_ offer: CardOffer) -> HTML {
        let holder = offer.holderName.map { " · \($0)" } ?? ""
        return AddScreen.option(
            offer.panReferenceID,
            "\(offer.cardName) •••• \(offer.lastFour)\(holder)",
            isChosen: offer.panReferenceID == typed.card
        )
    }

    private func option(_ temper: NetworkTemper) -> HTML {
        AddScreen.option(temper.rawValue, text(temper), isChosen: temper.rawValue == typed.temper)
    }

    private static func option(_ value: String, _ text: String, isChosen: Bool) -> HTML {
        let mark: HTML = isChosen ? " selected" : ""
        return "<option value=\"\(value)\"\(mark)>\(text)</option>\n"
    }

    private func text(_ temper: NetworkTemper) -> String {
        switch temper {
        case .prompt: say("Responde na hora", "Answers at once")
        case .slow: say("Demora", "Takes its time")
        case .timesOutAfter: say("Ativa, e a resposta se perde", "Activates, and its answer is lost")
        case .timesOutBefore: say("O primeiro pedido se perde", "The first request is lost")
        case .refuses: say("Recusa", "Refuses")
        case .isDown: say("Está fora do ar", "Is down")
        }
    }
}
