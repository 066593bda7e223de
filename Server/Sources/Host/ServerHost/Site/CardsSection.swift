import IssuerPages
import Pages
import SandboxWallet

/// The start page's section on cards in wallets.
struct CardsSection {
    let cards: SandboxCardsFace?
    let say: PageLanguage

    var html: HTML {
        guard let cards else { return "" }
        return """
            <h2 id="cards">\(say("Um cartão numa carteira", "A card in a wallet"))</h2>
            <p>\(say(
                "Entre no emissor e ganhe dois cartões. Adicione um na carteira, confirme no emissor, e ele fica ativo.",
                "Sign in at the issuer and be given two cards. Add one in the wallet, confirm at the issuer, and it is active."
            ))</p>
            <p>\(say(
                "Para entrar no emissor é preciso uma pessoa com um aparelho:",
                "To sign in at the issuer it takes a person with a device:"
            )) <a href="#sign-in">\(say("assim se criam", "how to make them"))</a>.</p>
            <div class="actions">\
            \(cards.issuerClientID == nil ? "" : link(say("Abrir o emissor", "Open the issuer"), IssuerSettings.mountPath))\
            \(link(say("Abrir a carteira", "Open the wallet"), WalletSettings.mountPath))\
            <p><a href="/openapi-app2app.json">\(say("A API do emissor (OpenAPI)", "The issuer's API (OpenAPI)"))</a></p>\
            </div>
            """
    }

    private func link(_ label: String, _ path: String) -> HTML {
        "<p><a class=\"button\" href=\"\(path)\">\(label)</a></p>"
    }
}
