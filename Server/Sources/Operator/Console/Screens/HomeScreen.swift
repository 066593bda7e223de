import ChavePixModel
import Pages

/// The start page: the newest rows of all lists.
struct HomeScreen {
    let frame: ConsoleFrame
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
            title: say("O que acontece agora", "What happens now"),
            path: ConsoleSettings.mountPath,
            content: """
                \(aheadSeconds.map { ClockPanel(frame: frame, aheadSeconds: $0).html } ?? "")
                \(part(say("Vínculos", "Enrollments"), "enrollments", tables.enrollments(enrollments)))
                \(part(say("Pagamentos", "Payments"), "payments", tables.payments(payments)))
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
