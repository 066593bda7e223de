import Pages
import SandboxShop

/// What the sandbox's own pages have around them, beside its start page.
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
