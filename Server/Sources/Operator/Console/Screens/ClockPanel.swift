import Pages

/// The panel that puts the clock of deadlines forward, so that a timeout can be seen without waiting a quarter of an
/// hour.
struct ClockPanel {
    /// The two time limits of an enrollment, in minutes.
    static let leaps: [Int64] = [5, 15]

    let frame: ConsoleFrame
    let aheadSeconds: Int64

    private var say: PageLanguage { frame.language }

    var html: HTML {
        let buttons: [HTML] = ClockPanel.leaps.map { minutes in
            frame.button(
                say("Adiantar \(minutes) min", "Put forward \(minutes) min"),
                posts: "/clock",
                style: "quiet",
                fields: "<input type=\"hidden\" name=\"minutes\" value=\"\(String(minutes))\">\n"
            )
        }
        return """
            <section class="card clock" data-ahead="\(String(aheadSeconds))">
            <h2>\(say("Relógio dos prazos", "The clock of deadlines")): \(state)</h2>
            <p class="soft">\(say(
                "Adiante-o para ver um prazo acabar. Só os prazos daqui e dos bancos de teste seguem este relógio, e ele não volta.",
                "Put it forward to see a time limit pass. Only limits here and at the test banks follow it, and it does not go back."
            ))</p>
            <div class="actions">\(buttons)</div>
            </section>

            """
    }

    private var state: String {
        guard aheadSeconds > 0 else { return say("o real", "the real one") }
        let minutes = aheadSeconds / 60
        return say("\(minutes) min adiante", "\(minutes) min ahead")
    }
}
