import ChaveBase
import ChavePixModel
import Pages

/// The banks to choose from, with a search, and the button that asks for the browser's location.
struct BanksScreen {
    let frame: ShopFrame
    let name: String?
    let banks: [InstitutionResource]
    let attempt: String

    private var say: PageLanguage { frame.language }

    var page: Page {
        Page(
            "shop-banks",
            title: say("Escolha o seu banco", "Choose your bank"),
            path: "\(ShopSettings.mountPath)/devices",
            scripts: [PageAsset.fresh.path, ShopAsset.signals.path],
            content: """
                \(place)
                \(search)
                \(list)
                \(tempers)
                <noscript><p class="notice bad">\(say(
                    "O vínculo usa uma chave de acesso, e para isso o navegador precisa de JavaScript.",
                    "The enrollment uses a passkey, and for that the browser needs JavaScript."
                ))</p></noscript>
                """
        )
    }

    private var place: HTML {
        """
        <div class="notice">
        <p>\(say(
            "O banco avalia o risco com dados deste navegador: idioma, fuso, tela e, se você permitir, a localização.",
            "The bank weighs the risk by what this browser tells: language, time zone, screen and, if you allow it, your location."
        ))</p>
        <p><button type="button" id="locate" class="quiet" data-say-known="\(say("A localização vai junto.", "Your location is sent along."))" \
        data-say-without="\(say("Tudo bem: segue sem a localização.", "All right: it goes on without your location."))">\
        \(say("Compartilhar a localização", "Share my location"))</button> <span id="located" role="status"></span></p>
        </div>
        """
    }

    private var search: HTML {
        """
        <form method="get" action="\(ShopSettings.mountPath)/banks" role="search">
        <p><label for="name">\(say("Procurar pelo nome (três letras ou mais)", "Search by name (three letters or more)"))</label>
        <input id="name" name="name" type="search" maxlength="140" value="\(name ?? "")"></p>
        <p><button type="submit" class="quiet">\(say("Procurar", "Search"))</button></p>
        </form>
        """
    }

    private var list: HTML {
        guard !banks.isEmpty else {
            let text = say("Nenhum banco com “\(name ?? "")”.", "No bank with “\(name ?? "")”.")
            return "<p role=\"status\">\(text)</p>\n\(frame.link(say("Mostrar todos", "Show all"), to: "/banks"))"
        }
        return """
            <ul class="cards plain">
            \(banks.map(card))</ul>
            """
    }

    /// The note about refusing banks: a bank refuses for testing, and the user should know this.
    private var tempers: HTML {
        """
        <p class="soft">\(say(
            "Os bancos de teste se comportam de modos diferentes, e um deles recusa sempre:",
            "The test banks behave in different ways, and one of them always refuses:"
        )) <a href="/#banks">\(say("veja como é cada um", "see how each of them is"))</a>.</p>
        """
    }

    private func card(_ bank: InstitutionResource) -> HTML {
        let logo: HTML = bank.iconLogo.map { "<img src=\"\($0)\" alt=\"\" width=\"40\" height=\"40\">" } ?? ""
        return """
            <li><form method="post" action="\(ShopSettings.mountPath)/enrollments">
            \(frame.hidden("csrf", frame.token))\(frame.hidden("attempt", attempt))\
            \(frame.hidden("institution", bank.id.text))\(frame.hidden("signals", ""))\
            <button type="submit" class="bank-choice" disabled>\(logo)\(bank.displayName)</button>
            </form></li>

            """
    }
}
