import ChaveBase
import ChavePixModel
import Pages

/// The table of an object's history, step by step, oldest first.
struct TimelineTable {
    let frame: ConsoleFrame
    let entries: [TimelineEntry]

    private var say: PageLanguage { frame.language }

    var html: HTML {
        var before: Timestamp?
        let rows = entries.map { entry in
            defer { before = entry.at }
            return row(entry, after: before)
        }
        let title = say("Linha do tempo", "Timeline")
        return """
            <h2>\(title)</h2>
            \(frame.table(
                title,
                columns: [
                    .init(say("Quando", "When")), .init(say("Após o anterior", "Since the one before"), isNumber: true),
                    .init(say("O que aconteceu", "What happened")), .init(say("Quem", "Who")),
                    .init(say("Estado na API", "Status at the API")),
                ],
                rows: rows
            ))
            """
    }

    private func row(_ entry: TimelineEntry, after before: Timestamp?) -> StackTable.Row {
        StackTable.Row(
            [
                frame.time(entry.at), "\(before.map { passed(entry.at.microseconds(since: $0)) } ?? "")",
                "\(ActionTexts.text(entry.action, say))<br><code class=\"soft\">\(entry.action)</code>",
                "<code>\(actor(entry.actor))</code>", told(entry),
            ],
            attributes: " data-action=\"\(entry.action)\""
        )
    }

    private func told(_ entry: TimelineEntry) -> HTML {
        guard let status = entry.status else { return "" }
        let reason: HTML = entry.reason.map { " <code>\($0)</code>" } ?? ""
        return "\(frame.state(status))\(reason)"
    }

    /// The actor's text; a key is shown by the end of its id.
    private func actor(_ actor: String) -> String {
        let parts = actor.split(separator: "/", maxSplits: 1)
        return parts.count == 2 ? "\(parts[0])/\(String(parts[1]).shortID)" : actor
    }

    private func passed(_ microseconds: Int64) -> String {
        let milliseconds = microseconds / 1_000
        if milliseconds < 10_000 { return "\(milliseconds) ms" }
        let seconds = milliseconds / 1_000
        return seconds < 600 ? "\(seconds) s" : "\(seconds / 60) min"
    }
}
