import Pages
import SandboxCards
import TokenActivationCore

/// The cards in this wallet.
struct CardsScreen {
    let frame: WalletFrame
    let tokens: [WalletToken]

    private var say: PageLanguage { frame.language }

    var page: Page {
        Page(
            "wallet-cards",
            title: say("Carteira de \(frame.owner ?? "")", "\(frame.owner ?? "")'s wallet"),
            path: WalletSettings.mountPath,
            scripts: [PageAsset.fresh.path],
            content: """
                \(tokens.isEmpty ? nothing : table)
                <div class="actions">\(frame.link(say("Adicionar um cartão", "Add a card"), to: "/add"))\
                \(frame.button(say("Sair da carteira", "Leave the wallet"), posts: "/leave", style: "quiet"))</div>
                """
        )
    }

    private var nothing: HTML { "<p>\(say("Nenhum cartão ainda.", "No card yet."))</p>" }

    private var table: HTML {
        StackTable(
            say("Cartões", "Cards"),
            columns: [
                .init(say("Cartão", "Card")), .init(say("Aparelho", "Device")),
                .init(say("Desde (Brasília)", "Since (Brasília)")), .init(say("Estado", "State")),
            ],
            rows: tokens.map { token in
                StackTable.Row([
                    "<a href=\"\(WalletSettings.mountPath)/tokens/\(token.id)\">\(token.cardName) •••• \(token.lastFour)</a>",
                    "<bdi>\(token.deviceName)</bdi>", "\(say.time(token.addedAt))",
                    CardsScreen.state(token.state, say),
                ])
            }
        ).html
    }

    static func state(_ state: TokenState, _ say: PageLanguage) -> HTML {
        switch state {
        case .inactive: "<span class=\"state\">\(say("Espera o emissor", "Waits for the issuer"))</span>"
        case .active: "<span class=\"state good\">\(say("Ativo", "Active"))</span>"
        case .suspended: "<span class=\"state bad\">\(say("Suspenso", "Suspended"))</span>"
        case .deactivated: "<span class=\"state bad\">\(say("Removido", "Removed"))</span>"
        }
    }
}
