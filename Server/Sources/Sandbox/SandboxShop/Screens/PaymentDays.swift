import ChaveBase
import ChavePixModel
import Pages

/// The days of an order that is paid later, in words and as a table with what became of each.
struct PaymentDays {
    let language: PageLanguage
    let days: [CalendarDate]
    let charges: [ChargeResource]

    /// `nil` for an order that is paid at once.
    init?(of intent: PaymentIntentResource, in language: PageLanguage) {
        guard let schedule = intent.schedule else { return nil }
        self.language = language
        days = schedule.days
        charges = intent.charges
    }

    var hasSeveral: Bool { days.count > 1 }

    /// `05/12/2026`, or `12 pagamentos, de 05/12/2026 a 05/11/2027`.
    var words: String {
        guard let first = days.first, let last = days.last else { return "" }
        guard hasSeveral else { return language.day(first) }
        return language(
            "\(days.count) pagamentos, de \(language.day(first)) a \(language.day(last))",
            "\(days.count) payments, from \(language.day(first)) to \(language.day(last))"
        )
    }

    /// The same in the list of an order's facts.
    var fact: HTML { "<dt>\(language("Dias", "Days"))</dt><dd>\(words)</dd>\n" }

    /// The number of payments that moved money, among all.
    var paid: String {
        let count = charges.count { $0.status == .succeeded }
        return language("\(count) de \(charges.count)", "\(count) of \(charges.count)")
    }

    var table: HTML {
        guard !charges.isEmpty else { return "" }
        return StackTable(
            language("Dias do pagamento", "Days of the payment"),
            columns: [
                .init(language("Dia", "Day")), .init(language("Valor", "Amount"), isNumber: true),
                .init(language("Estado", "State")),
            ],
            rows: charges.map(row)
        ).html
    }

    private func row(_ charge: ChargeResource) -> StackTable.Row {
        StackTable.Row(
            ["\(charge.scheduledFor.map(language.day) ?? "")", "\(language.money(charge.amount))", state(charge)],
            attributes: " data-charge=\"\(charge.status.rawValue)\""
        )
    }

    private func state(_ charge: ChargeResource) -> HTML {
        switch charge.status {
        case .pending: return "<span class=\"state\">\(language("Agendado", "Scheduled"))</span>"
        case .succeeded: return "<span class=\"state good\">\(language("Pago", "Paid"))</span>"
        case _ where charge.failureCode == .canceled:
            return "<span class=\"state\">\(language("Cancelado", "Cancelled"))</span>"
        default:
            let what = ReasonTexts.of(charge.failureCode ?? .other).what
            return """
                <span class="state bad">\(language("Não deu certo", "Did not work"))</span> \
                \(language(what.portuguese, what.english))
                """
        }
    }
}

extension PageLanguage {
    /// A day: `05/12/2026`, in English `2026-12-05`.
    func day(_ date: CalendarDate) -> String {
        let parts = date.iso.split(separator: "-")
        return parts.count == 3 ? self("\(parts[2])/\(parts[1])/\(parts[0])", date.iso) : date.iso
    }
}
