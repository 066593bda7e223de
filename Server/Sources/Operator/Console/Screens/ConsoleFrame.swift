import ChaveBase
import ChavePixModel
import Pages

/// The frame of all pages of the console, and the parts that several pages share.
struct ConsoleFrame: SiteFrame {
    let language: PageLanguage
    let settings: ConsoleSettings
    let token: String
    /// The lead of the clock of deadlines, in seconds.
    let aheadSeconds: Int64

    var mountPath: String { ConsoleSettings.mountPath }

    func buttonKey(_ label: String, posts path: String) -> String? { "\(path) \(label)" }

    func html(_ page: Page) -> HTML {
        var page = page
        let isIn = page.screen != SignInScreen.name
        if isIn { page.content = "\(tools)\(page.content)" }
        return PageLayout(
            .console,
            language: language,
            site: language("Console", "Console"),
            home: mountPath,
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
            .init(language("Agora", "Now"), mountPath),
            .init(language("Vínculos", "Enrollments"), "\(mountPath)/enrollments"),
            .init(language("Pagamentos", "Payments"), "\(mountPath)/payments"),
            .init(language("Webhooks", "Webhooks"), "\(mountPath)/deliveries"),
            .init(language("Gráficos", "Charts"), "\(mountPath)/figures"),
        ]
    }

    /// The search, the mark of a live page, and the button to leave.
    private var tools: HTML {
        """
        <div class="tools">
        <form method="get" action="\(mountPath)/find" role="search">
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

    /// The state of the clock, on every page, because deadlines use that clock.
    private var clock: HTML {
        guard aheadSeconds > 0 else { return "" }
        let ahead = language("Prazos: +\(aheadSeconds / 60) min", "Deadlines: +\(aheadSeconds / 60) min")
        return "<p><a href=\"\(mountPath)\">\(ahead)</a></p>\n"
    }

    /// An action on an object, as a button below its facts.
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

    /// A status as the API names it, coloured by its meaning.
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
        "<a href=\"\(mountPath)\(object.path)\">\(text)</a>"
    }

    /// A part of the page with a table, or with a note that it is empty.
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
