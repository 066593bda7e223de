import Pages

/// The page of a mailed link.
struct SuspensionScreen {
    let frame: IssuerFrame
    let found: MailedSuspension

    private var say: PageLanguage { frame.language }

    func question(_ secret: String) -> Page {
        guard found.tokenState == "ACTIVE" else { return done }
        return Page(
            "issuer-suspend",
            title: say("Suspender o cartão •••• \(found.lastFour)?", "Suspend the card •••• \(found.lastFour)?"),
            content: """
                <p>\(say(
                    "Ele foi ativado nesta carteira. Se não foi você, suspenda.",
                    "It was activated in this wallet. If that was not you, suspend it."
                ))</p>
                \(facts)
                <form method="post" action="\(IssuerSettings.mountPath)/suspend">
                \(frame.hidden("token", secret))<p><button type="submit" class="harm">\
                \(say("Não fui eu: suspender", "It was not me: suspend it"))</button></p>
                </form>
                """
        )
    }

    var done: Page {
        Page(
            "issuer-suspended",
            title: say("Cartão •••• \(found.lastFour)", "Card •••• \(found.lastFour)"),
            content: """
                \(facts)
                <p>\(say("Ele não paga por esta carteira.", "It does not pay from this wallet."))</p>
                """
        )
    }

    static func dead(_ frame: IssuerFrame) -> Page {
        let say = frame.language
        return Page(
            "issuer-suspend-dead",
            title: say("Este link não vale mais", "This link counts no more"),
            content: """
                <p>\(say(
                    "Ele já foi usado, ou passou dos sete dias. Nos seus cartões você ainda pode suspender.",
                    "It was used, or is older than seven days. Under your cards you can still suspend."
                ))</p>
                <div class="actions">\(frame.link(say("Meus cartões", "My cards"), to: ""))</div>
                """
        )
    }

    private var facts: HTML {
        """
        <dl>
        <dt>\(say("Cartão", "Card"))</dt><dd>•••• \(found.lastFour)</dd>
        <dt>\(say("Carteira", "Wallet"))</dt><dd>\(found.walletName)</dd>
        <dt>\(say("Aparelho", "Device"))</dt><dd><bdi>\(frame.device(found.deviceName))</bdi></dd>
        <dt>\(say("Estado", "State"))</dt><dd>\(frame.state(found.tokenState))</dd>
        </dl>
        """
    }
}
