import ChaveBase
import ChavePixModel
import Pages

/// What all pages of the console have around them, and the pieces that several have.
struct ConsoleFrame {
    let language: PageLanguage
    let settings: ConsoleSettings
    let token: String
    /// How far the clock of deadlines is ahead.
    let aheadSeconds: Int64

    private var mount: String { ConsoleSettings.mountPath }

    func html(_ page: Page) -> HTML {
        var page = page
        let isIn = page.screen != SignInScreen.name
        if isIn { page.content = "\(tools)\(page.content)" }
        return PageLayout(
            .console,
            language: language,
            site: language("Console", "Console"),
            home: mount,
            links: isIn ? links : [],
            footer: language(
                "Horários de Brasília. Nomes, CPFs e contas não aparecem aqui.",
                "Times are Brasília's. Names, CPFs and accounts are not shown here."
            ),
            stylePaths: [ConsoleAsset.style.address]
        ).html(page)
    }

    private var links: [PageLayout.Link] {
        [
            .init(language("Agora", "Now"), mount),
            .init(language("Vínculos", "Enrollments"), "\(mount)/enrollments"),
            .init(language("Pagamentos", "Payments"), "\(mount)/payments"),
            .init(language("Webhooks", "Webhooks"), "\(mount)/deliveries"),
            .init(language("Gráficos", "Charts"), "\(mount)/figures"),
        ]
    }

    /// Search, whether the page is live, and the way out.
    private var tools: HTML {
        """
        <div class="tools">
        <form method="get" action="\(mount)/find" role="search">
        <label for="text">\(language("Procurar por id ou end-to-end", "Find by id or end-to-end id"))</label>
        <input id="text" name="text" maxlength="\(String(TypedText.longest))" autocomplete="off" spellcheck="false">
        <button type="submit" class="quiet">\(language("Procurar", "Find"))</button>
        </form>
        \(clock)<p class="soft live-state" role="status" data-live-state="" data-on="\(language("Ao vivo", "Live"))" \
        data-off="\(language("Sem resposta do servidor; tentando de novo", "No answer from the server; trying again"))"></p>
        \(button(language("Sair", "Sign out"), posts: "/leave", style: "quiet"))
        </div>

        """
    }

    /// On every page, because times that wait for something go by it.
    private var clock: HTML {
        guard aheadSeconds > 0 else { return "" }
        let ahead = language("Prazos: +\(aheadSeconds / 60) min", "Deadlines: +\(aheadSeconds / 60) min")
        return "<p><a href=\"\(mount)\">\(ahead)</a></p>\n"
    }

    /// A form whose only control is its button.
    func button(
        _ label: String,
        posts path: String,
        style: String = "",
        question: FormButton.Question? = nil,
        fields: HTML = ""
    ) -> HTML {
        FormButton(
            label,
            question: question,
            action: "\(mount)\(path)",
            token: token,
            style: style,
            key: "\(path) \(label)",
            fields: fields
        ).html
    }

    /// What can be done with an object, as a button below its facts.
    func act(
        _ label: String,
        on object: ConsoleObject,
        _ action: String,
        style: String = "",
        question: FormButton.Question? = nil
    ) -> HTML {
        let button = button(label, posts: "\(object.path)/\(action)", style: style, question: question)
        return "<div class=\"actions\">\(button)</div>\n"
    }

    func bank(_ id: InstitutionID) -> String { settings.bankNames[id] ?? id.text }

    func time(_ time: Timestamp) -> HTML {
        let seconds = time.adding(seconds: -3 * 3_600).rfc3339.dropFirst(16).prefix(3)
        return "<time datetime=\"\(time.rfc3339)\">\(language.time(time))\(String(seconds))</time>"
    }

    /// A status as the API calls it, coloured by what it means.
    func state(_ status: String) -> HTML {
        let style =
            switch status {
            case "SUCCEEDED", "delivered": "good"
            case "FAILED", "CANCELED", "parked": "bad"
            default: ""
            }
        return "<span class=\"state \(style)\">\(status)</span>"
    }

    func link(_ object: ConsoleObject, _ text: String) -> HTML {
        "<a href=\"\(mount)\(object.path)\">\(text)</a>"
    }

    /// A part of the page with a table, or with the word that there is nothing to show.
    func table(
        _ label: String,
        columns: [StackTable.Column],
        rows: [StackTable.Row],
        orElse nothing: HTML = ""
    ) -> HTML {
        guard !rows.isEmpty else {
            return "<p class=\"soft\">\(language("Nada ainda.", "Nothing yet.")) \(nothing)</p>\n"
        }
        return HTML.scrolling(label, StackTable(label, columns: columns, rows: rows).html)
    }
}

extension ConsoleObject {
    var path: String {
        switch self {
        case .enrollment(let id): "/enrollments/\(id.text)"
        case .payment(let id): "/payments/\(id.text)"
        case .delivery(let id): "/deliveries/\(id.text)"
        }
    }
}
