import Pages

/// The pages of a wallet's request that waits for its holder or for the network.
struct RequestScreen {
    let frame: IssuerFrame
    let id: String

    private var say: PageLanguage { frame.language }
    private var path: String { "/request/\(id)" }

    func signIn(wasTried: Bool) -> Page {
        screen(
            "sign-in",
            say("Uma carteira pede a sua confirmação", "A wallet asks for your word"),
            """
            \(notice(wasTried))<p>\(say(
                "Entre, e mostramos o cartão e a carteira. O pedido vale cinco minutos.",
                "Sign in, and we show the card and the wallet. The request counts for five minutes."
            ))</p>
            <div class="actions">\(frame.link(say("Entrar", "Sign in"), to: "\(path)/sign-in"))\(refusal)</div>
            """
        )
    }

    /// The page for a person who confirmed, but was signed out before the BFF reported the outcome.
    func signInAgain(wasTried: Bool) -> Page {
        screen(
            "sign-in",
            say("Você já confirmou", "You have confirmed"),
            """
            \(notice(wasTried))<p>\(say(
                "O cartão talvez já esteja ativo. Entre de novo como quem confirmou, e perguntamos como ficou.",
                "The card may be active already. Sign in again as whoever confirmed, and we ask how it came out."
            ))</p>
            <div class="actions">\
            \(frame.link(say("Entrar", "Sign in"), to: "\(path)/sign-in?as=other"))\(backToWallet)</div>
            """
        )
    }

    /// The page for a signed-in person who is not the one who confirmed.
    var somebodyElseConfirmed: Page {
        screen(
            "confirmed-by-other",
            say("Outra pessoa confirmou este pedido", "Somebody else confirmed this request"),
            """
            <p class="notice bad">\(say(
                "Só mostramos o que aconteceu com ele a quem confirmou. Nada foi feito em seu nome.",
                "What came of it is shown to whoever confirmed it alone. Nothing was done in your name."
            ))</p>
            \(frame.signedInAs)<div class="actions">\
            \(frame.link(say("Entrar como outra pessoa", "Sign in as somebody else"), to: "\(path)/sign-in?as=other"))\
            \(backToWallet)</div>
            """
        )
    }

    private func notice(_ wasTried: Bool) -> HTML {
        guard wasTried else { return "" }
        return "<p class=\"notice bad\" role=\"alert\">\(say("Você não entrou.", "You did not sign in."))</p>\n"
    }

    func question(_ question: ActivationQuestion, wasConfirmed: Bool) -> Page {
        let notice: HTML =
            wasConfirmed
            ? ""
            : """
            <p class="notice bad" role="alert">\(say(
                "Você não confirmou que é você. O cartão não foi ativado.",
                "You did not confirm that it is you. The card was not activated."
            ))</p>

            """
        let title = say(
            "Ativar o cartão •••• \(question.lastFour) em \(question.walletName)?",
            "Activate the card •••• \(question.lastFour) in \(question.walletName)?"
        )
        return screen(
            "question",
            title,
            """
            \(notice)\(facts(question))
            <p class="notice">\(say(
                "Foi você quem acabou de adicionar este cartão, neste aparelho? Se alguém pediu que você abrisse este link, diga que não.",
                "Did you add this card just now, on this device? If somebody asked you to open this link, say no."
            ))</p>
            <p>\(say(
                "Se sim, pedimos que você mostre mais uma vez que é você: com a chave de acesso ou com o seu aparelho. Essa página não sabe de cartões; confira aqui.",
                "If so, you are asked to show once more that it is you, with your passkey or your device. That page knows nothing of cards: check it here."
            ))</p>
            \(frame.signedInAs)<div class="actions">\
            \(frame.button(say("Sim, ativar", "Yes, activate"), posts: "\(path)/yes"))\
            \(frame.button(say("Não fui eu", "It was not me"), posts: "\(path)/no", style: "harm"))</div>
            """
        )
    }

    func isActive(_ question: ActivationQuestion) -> Page {
        screen(
            "active",
            say("Este cartão já está ativo", "This card is active already"),
            """
            \(facts(question))
            <p>\(say(
                "Não foi você? Suspenda-o em Meus cartões.",
                "It was not you? Suspend it under My cards."
            ))</p>
            <div class="actions">\(backToWallet)\(frame.link(say("Meus cartões", "My cards"), to: ""))</div>
            """
        )
    }

    func notYours(_ code: String) -> Page {
        let text = RefusalText(code)
        return screen(
            "not-yours",
            reason: code,
            text.what(say),
            """
            <p class="notice bad">\(text.next(say))</p>
            \(frame.signedInAs)\(frame.code(code))<div class="actions">\
            \(frame.link(say("Entrar como outra pessoa", "Sign in as somebody else"), to: "\(path)/sign-in?as=other"))\
            \(backToWallet)</div>
            """
        )
    }

    func notNow(_ code: String) -> Page {
        let text = RefusalText(code)
        return screen(
            "not-now",
            reason: code,
            text.what(say),
            """
            <p class="notice bad">\(text.next(say))</p>
            \(frame.code(code))<div class="actions">\
            \(frame.link(say("Tentar de novo", "Try again"), to: path))\(backToWallet)</div>
            """
        )
    }

    /// The page while the network has not answered; the page asks again by itself.
    var working: Page {
        let wait = "\(IssuerSettings.mountPath)\(path)/\(IssuerSettings.heldSegment)"
        return screen(
            "working",
            say("Ativando", "Activating"),
            scripts: [PageAsset.waiting.path],
            reloads: true,
            """
            <p class="busy" role="status" data-wait="\(wait)">\(say(
                "A bandeira do cartão ainda não respondeu. Perguntamos de novo a cada dois segundos.",
                "The card's network has not answered yet. We ask again every two seconds."
            ))</p>
            <div class="actions">\(backToWallet)</div>
            """
        )
    }

    var noWord: Page {
        let code = "outcome_unknown"
        let text = RefusalText(code)
        return screen(
            "no-word",
            reason: code,
            text.what(say),
            """
            <p class="notice bad">\(text.next(say))</p>
            \(frame.code(code))<div class="actions">\
            \(frame.button(say("Perguntar de novo", "Ask again"), posts: "\(path)/again"))\(backToWallet)</div>
            """
        )
    }

    private func facts(_ question: ActivationQuestion) -> HTML {
        """
        <dl>
        <dt>\(say("Cartão", "Card"))</dt><dd>\(question.cardName) •••• \(question.lastFour)</dd>
        <dt>\(say("Carteira", "Wallet"))</dt><dd>\(question.walletName)</dd>
        <dt>\(say("Aparelho", "Device"))</dt><dd><bdi>\(frame.device(question.deviceName))</bdi></dd>
        </dl>
        """
    }

    private var refusal: HTML {
        frame.button(say("Não fui eu", "It was not me"), posts: "\(path)/no", style: "harm")
    }

    private var backToWallet: HTML {
        frame.button(say("Voltar à carteira", "Back to the wallet"), posts: "\(path)/back", style: "quiet")
    }

    private func screen(
        _ name: String,
        reason: String? = nil,
        _ title: String,
        scripts: [String] = [],
        reloads: Bool = false,
        _ content: HTML
    ) -> Page {
        Page(
            "issuer-\(name)",
            reason: reason,
            title: title,
            scripts: scripts.isEmpty ? [PageAsset.fresh.path] : scripts,
            reloadsAfterSeconds: reloads ? 3 : nil,
            content: content
        )
    }
}
