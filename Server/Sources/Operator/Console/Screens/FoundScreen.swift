import Pages

/// The page with the results of a search that did not find exactly one object.
struct FoundScreen {
    let frame: ConsoleFrame
    let text: String
    let objects: [ConsoleObject]

    private var say: PageLanguage { frame.language }

    var page: Page {
        let items: [HTML] = objects.map { "<li>\(kind($0)): \(frame.link($0, $0.idText))</li>\n" }
        return Page(
            "console-found",
            title: say("Procurar por id", "Find by id"),
            content: objects.isEmpty
                ? """
                <p>\(say("Nada encontrado com o id", "Nothing was found with the id")) <code>\(text)</code>.</p>
                <p class="soft">\(say(
                    "Procura por ids inteiros do vínculo, do pagamento, da entrega, da cobrança ou do banco, e por quatro letras ou mais do id, do end-to-end ou do external_id dos 20.000 pagamentos mais novos.",
                    "It looks for whole ids of an enrollment, payment, delivery, charge or at the bank, and for four letters or more of the id, end-to-end id or external_id of the newest 20,000 payments."
                ))</p>
                """ : "<ul>\n\(items)</ul>"
        )
    }

    private func kind(_ object: ConsoleObject) -> String {
        switch object {
        case .enrollment: say("Vínculo", "Enrollment")
        case .payment: say("Pagamento", "Payment")
        case .delivery: "Webhook"
        }
    }
}
