import Pages
import SignInCore

/// Asks for consent: shows what the client gets and where the browser goes afterwards.
struct ConsentScreen {
    let frame: SignInFrame
    let view: BrowserConsentView
    let path: String

    private var say: PageLanguage { frame.language }

    var page: Page {
        let client = view.asker.clientName ?? ""
        return Page(
            "consent",
            title: say("Permitir que \(client) saiba quem você é?", "Let \(client) know who you are?"),
            scripts: [PageAsset.fresh.path],
            content: """
                <p>\(say("Você entrou como", "You are signed in as")) <strong>\(view.displayName)</strong> \
                (<bdi>\(view.userName)</bdi>).</p>
                \(again)\
                <p>\(say("\(client) vai poder:", "\(client) will be able to:"))</p>
                <ul>
                \(view.scopes.map { "<li>\($0.text(say))</li>\n" as HTML })\
                \(view.ownScopes.map { "<li>\($0.text(say))</li>\n" as HTML })</ul>
                <p class="soft">\(say("Depois você volta para", "Then you go back to")) <code>\(view.asker.target ?? "")</code>.</p>
                <div class="actions">\(choice("agree", say("Permitir", "Allow"), ""))\
                \(choice("refuse", say("Não permitir", "Do not allow"), "quiet"))\
                \(frame.button(say("Entrar como outra pessoa", "Sign in as somebody else"), posts: "\(path)/other", style: "quiet"))</div>
                """
        )
    }

    private var again: HTML {
        guard view.isRepeated else { return "" }
        return """
            <p class="notice">\(say(
                "Você já permitiu isto. Perguntamos de novo porque outro aplicativo deste aparelho poderia se passar por este.",
                "You allowed this before. You are asked again because another app of this device could pass for this one."
            ))</p>

            """
    }

    private func choice(_ decision: String, _ label: String, _ style: String) -> HTML {
        frame.button(
            label,
            posts: "\(path)/consent",
            style: style,
            fields: "\(frame.hidden("decision", decision))\(frame.hidden("shown", view.shown))"
        )
    }
}
