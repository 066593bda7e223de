import Pages
import SandboxShop

/// The frame of the sandbox's own pages, except its start page.
enum SandboxLayout {
    static func of(_ say: PageLanguage) -> PageLayout {
        PageLayout(
            .start,
            language: say,
            site: "Chave",
            home: "/",
            links: [
                .init(say("Início", "Start"), "/"), .init(say("Loja", "Shop"), ShopSettings.mountPath),
                .init(say("Caixa de saída", "Outbox"), SandboxSignIn.outboxPath),
            ],
            footer: say("Ambiente de testes na sua máquina.", "A sandbox on your machine.")
        )
    }
}
