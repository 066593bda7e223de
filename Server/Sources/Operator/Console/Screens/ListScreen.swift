import Pages

/// One of the lists, by status.
struct ListScreen {
    let frame: ConsoleFrame
    /// `enrollments`, `payments` or `deliveries`: the last part of its path and of its screen's name.
    let name: String
    let title: String
    let statuses: [String]
    /// The status that is shown; `nil` shows all.
    let chosen: String?
    let table: HTML

    static let rows = 100

    private var say: PageLanguage { frame.language }
    private var path: String { "\(ConsoleSettings.mountPath)/\(name)" }

    var page: Page {
        let ways: [HTML] = statuses.map { way($0, "\(path)?status=\($0)", isHere: $0 == chosen) }
        return Page(
            "console-\(name)",
            title: title,
            path: path,
            content: """
                <nav aria-label="\(say("Estado", "Status"))"><ul class="filters">
                \(way(say("Todos", "All"), path, isHere: chosen == nil))\(ways)</ul></nav>
                \(table)
                <p class="soft">\(say("No máximo os \(ListScreen.rows) mais novos.", "The newest \(ListScreen.rows) at most."))</p>
                """
        )
    }

    private func way(_ label: String, _ address: String, isHere: Bool) -> HTML {
        let here: HTML = isHere ? " aria-current=\"true\"" : ""
        return "<li><a href=\"\(address)\"\(here)>\(label)</a></li>\n"
    }
}
