import ChavePixModel
import Pages

/// Asks for the buyer: one of the people whom the test banks know, or any other person.
struct PersonScreen {
    let frame: ShopFrame
    let problem: String?
    /// The input of a refused form.
    let typed: (identifier: String, name: String)

    private var say: PageLanguage { frame.language }

    var page: Page {
        let alert: HTML = problem.map { "<p role=\"alert\" id=\"problem\">\($0)</p>\n" } ?? ""
        return Page(
            "shop-person",
            title: say("Quem está comprando?", "Who is buying?"),
            path: ShopSettings.mountPath,
            content: """
                \(alert)<p>\(say(
                    "Os bancos de testes conhecem estas pessoas. Escolha uma; a senha dela aparece na página do banco.",
                    "The test banks know these people. Choose one; the bank's page shows the password."
                ))</p>
                <ul class="cards">
                \(frame.settings.people.map(card))</ul>
                <h2>\(say("Ou outra pessoa", "Or somebody else"))</h2>
                \(form)
                """
        )
    }

    private func card(_ person: ShopSettings.Person) -> HTML {
        let fields = [
            frame.hidden("identifier", person.identifier), frame.hidden("name", person.name),
        ]
        let label = say("Comprar como \(person.name)", "Shop as \(person.name)")
        return """
            <li><h2>\(person.name)</h2>
            <p class="soft">CPF \(person.identifier)</p>
            \(frame.button(label, posts: "/person", fields: "\(fields)"))</li>

            """
    }

    private var mark: HTML { problem == nil ? "" : "aria-describedby=\"problem\" " }

    private var form: HTML {
        """
        <form method="post" action="\(ShopSettings.mountPath)/person">
        \(frame.hidden("csrf", frame.token))
        <p><label for="identifier">CPF</label>
        <input id="identifier" name="identifier" type="text" inputmode="numeric" autocomplete="off" \
        value="\(typed.identifier)" \(mark)required></p>
        <p><label for="name">\(say("Nome", "Name"))</label>
        <input id="name" name="name" type="text" maxlength="140" autocomplete="name" \
        value="\(typed.name)" \(mark)required></p>
        <p><button type="submit">\(say("Continuar", "Continue"))</button></p>
        </form>
        """
    }
}
