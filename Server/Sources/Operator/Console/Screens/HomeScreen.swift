import ChavePixModel
import Pages

/// The start page: the day's numbers, and the newest rows of all lists.
struct HomeScreen {
    let frame: ConsoleFrame
    let figures: PaymentFigures
    let enrollments: [EnrollmentRow]
    let payments: [PaymentRow]
    let deliveries: [DeliveryRow]
    /// The lead of the clock of deadlines, in seconds; `nil` outside the sandbox.
    let aheadSeconds: Int64?

    static let rows = 6

    private var say: PageLanguage { frame.language }

    var page: Page {
        let tables = RowTables(frame: frame)
        return Page(
            "console-home",
            title: say("Hoje", "Today"),
            path: ConsoleSettings.mountPath,
            content: """
                \(figures.html)
                \(aheadSeconds.map { ClockPanel(frame: frame, aheadSeconds: $0).html } ?? "")
                \(part(say("Pagamentos", "Payments"), "payments", tables.payments(payments)))
                \(part(say("Vínculos", "Enrollments"), "enrollments", tables.enrollments(enrollments)))
                \(part("Webhooks", "deliveries", tables.deliveries(deliveries)))
                """
        )
    }

    private func part(_ title: String, _ list: String, _ table: HTML) -> HTML {
        """
        <section data-list="\(list)">
        <h2>\(title)</h2>
        \(table)
        <p><a href="\(ConsoleSettings.mountPath)/\(list)">\(say("Ver tudo", "See all")): \(title)</a></p>
        </section>

        """
    }
}
