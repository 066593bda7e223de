import ChaveBase
import ChavePixModel
import Pages

/// The day's numbers, each beside the same hours of the day before, and what somebody should look at.
struct PaymentFigures {
    let frame: ConsoleFrame
    let today: PaymentTally
    let yesterday: PaymentTally
    let settlement: LatencyFigure?
    let problems: OpenProblems

    private var say: PageLanguage { frame.language }
    private var payments: String { "\(ConsoleSettings.mountPath)/payments" }

    var html: HTML {
        """
        \(notices)<ul class="cards figures">
        \(card(say("Pago hoje", "Paid today"), say.money(today.paid), change(today.paid.centavos, yesterday.paid.centavos)))
        \(card(say("Pagamentos", "Payments"), String(today.count), change(Int64(today.count), Int64(yesterday.count))))
        \(card(say("Com êxito", "Succeeded"), today.success.map { PaymentFigures.percent($0, say) } ?? "–", before))
        \(card(say("Da aprovação ao fim", "Approval to end"), settling, say("metade · 95 %", "half · 95 %")))
        </ul>

        """
    }

    private func card(_ label: String, _ figure: String, _ more: String) -> HTML {
        """
        <li><p class="soft">\(label)</p>
        <p class="amount">\(figure)</p>
        <p class="soft">\(more)</p></li>

        """
    }

    private var settling: String {
        guard let settlement else { return "–" }
        return "\(LatencyChart.text(settlement.p50, say)) · \(LatencyChart.text(settlement.p95, say))"
    }

    private var before: String {
        guard let share = yesterday.success else { return say("ontem: nada", "yesterday: none") }
        return "\(say("ontem", "yesterday")): \(PaymentFigures.percent(share, say))"
    }

    /// The change against the same hours of the day before.
    private func change(_ now: Int64, _ then: Int64) -> String {
        guard then > 0 else { return say("ontem a esta hora: nada", "yesterday by now: none") }
        let percent = Int((Double(now - then) / Double(then) * 100).rounded())
        let sign = percent > 0 ? "▲ " : percent < 0 ? "▼ " : ""
        return "\(sign)\(abs(percent)) % \(say("que ontem a esta hora", "than yesterday by now"))"
    }

    /// A share as people read it: `97,4 %`.
    static func percent(_ share: Double, _ say: PageLanguage) -> String {
        let tenths = Int((share * 1_000).rounded())
        let point = say(",", ".")
        return tenths % 10 == 0 ? "\(tenths / 10) %" : "\(tenths / 10)\(point)\(tenths % 10) %"
    }

    // MARK: Problems

    private var notices: HTML {
        var items: [HTML] = []
        if problems.overdue > 0 {
            let text = say(
                "\(many(problems.overdue)) aprovados há mais de dez minutos estão sem fim",
                "\(many(problems.overdue)) approved more than ten minutes ago have no end"
            )
            items.append("<li><a href=\"\(payments)?status=PROCESSING\">\(text)</a></li>\n")
        }
        if problems.parked > 0 {
            let text = say(
                "\(many(problems.parked)) avisos a lojas foram abandonados",
                "\(many(problems.parked)) webhooks were given up"
            )
            items.append("<li><a href=\"\(ConsoleSettings.mountPath)/deliveries?status=parked\">\(text)</a></li>\n")
        }
        guard !items.isEmpty else { return "" }
        return "<div class=\"notice bad\"><ul>\n\(items)</ul></div>\n"
    }

    private func many(_ count: Int) -> String { count >= OpenProblems.most ? "\(OpenProblems.most)+" : String(count) }
}
