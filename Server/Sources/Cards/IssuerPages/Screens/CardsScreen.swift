import Pages

/// The page of the holder's cards, with the wallets of each card.
struct CardsScreen {
    let frame: IssuerFrame
    let cards: [HeldCard]
    /// The token that the holder has just suspended.
    let suspended: SuspendedToken?

    private var say: PageLanguage { frame.language }

    var page: Page {
        Page(
            "issuer-cards",
            title: say("Meus cartões", "My cards"),
            path: IssuerSettings.mountPath,
            scripts: [PageAsset.fresh.path],
            content: """
                \(news)\(frame.signedInAs)\(cards.isEmpty ? nothing : "\(cards.map(section))" as HTML)
                <div class="actions">\(frame.button(say("Sair", "Sign out"), posts: "/leave", style: "quiet"))</div>
                """
        )
    }

    private var news: HTML {
        guard let suspended else { return "" }
        let card = say(
            "Você suspendeu o cartão •••• \(suspended.lastFour)",
            "You suspended the card •••• \(suspended.lastFour)"
        )
        let place = suspended.walletName.map { say(" em \($0)", " in \($0)") } ?? ""
        return "<p class=\"notice good\" role=\"status\">\(card)\(place).</p>\n"
    }

    private var nothing: HTML { "<p>\(say("Nenhum cartão ainda.", "No card yet."))</p>" }

    private func section(_ card: HeldCard) -> HTML {
        let blocked: HTML =
            card.isBlocked ? " <span class=\"state bad\">\(say("Bloqueado", "Blocked"))</span>" : ""
        return """
            <h2>\(card.name) •••• \(card.lastFour)\(blocked)</h2>
            \(card.tokens.isEmpty ? inNoWallet : table(card))

            """
    }

    private var inNoWallet: HTML {
        "<p class=\"soft\">\(say("Em nenhuma carteira.", "In no wallet."))</p>"
    }

    private func table(_ card: HeldCard) -> HTML {
        StackTable(
            say("Carteiras do cartão •••• \(card.lastFour)", "Wallets of the card •••• \(card.lastFour)"),
            columns: [
                .init(say("Carteira", "Wallet")), .init(say("Aparelho", "Device")), .init(say("Estado", "State")),
                .init(say("Ações", "Actions")),
            ],
            rows: card.tokens.map { token in
                StackTable.Row([
                    "\(token.walletName)", "<bdi>\(frame.device(token.deviceName))</bdi>", frame.state(token.state),
                    suspend(token, of: card),
                ])
            }
        ).html
    }

    /// The text that explains why there is no button.
    private func nothingToDo(_ token: HeldCard.Token) -> HTML {
        let text =
            switch token.state {
            case "ACTIVE": say("Fale com quem emitiu o cartão.", "Talk to whoever issued the card.")
            case "INACTIVE": say("Confirme a partir da carteira.", "Confirm from the wallet.")
            case "SUSPENDED": say("Só a bandeira desfaz.", "Only the network undoes it.")
            default: say("Não há o que fazer.", "There is nothing to do.")
            }
        return "<span class=\"soft\">\(text)</span>"
    }

    private func suspend(_ token: HeldCard.Token, of card: HeldCard) -> HTML {
        guard token.state == "ACTIVE", let activation = token.activation else { return nothingToDo(token) }
        return frame.button(
            say("Suspender", "Suspend"),
            posts: "/suspend-token",
            style: "harm",
            question: .suspension(say),
            spoken: say("Suspender •••• \(card.lastFour)", "Suspend •••• \(card.lastFour)"),
            fields: frame.hidden("activation", activation)
        )
    }
}

extension FormButton.Question {
    static func suspension(_ say: PageLanguage) -> FormButton.Question {
        FormButton.Question(
            say("O cartão deixa de pagar por esta carteira.", "The card will pay from this wallet no more."),
            yes: say("Sim, suspender", "Yes, suspend")
        )
    }
}
