import ChaveBase
import ChavePixModel
import Pages

/// The tables of the three lists, for all pages that show them.
struct RowTables {
    let frame: ConsoleFrame

    private var say: PageLanguage { frame.language }

    func enrollments(_ rows: [EnrollmentRow]) -> HTML {
        frame.table(
            say("Vínculos", "Enrollments"),
            columns: [
                created, .init("Id"), merchant, bank, status, .init(say("Etapa", "Step")), reason, changed,
            ],
            rows: rows.map { row in
                StackTable.Row([
                    frame.time(row.createdAt), frame.link(.enrollment(row.id), row.id.text.shortID),
                    "<bdi>\(row.organisation)</bdi>", "\(frame.bank(row.institution))", frame.state(row.status),
                    code(row.detailedStatus), code(row.reason), frame.time(row.updatedAt),
                ])
            }
        )
    }

    func payments(_ rows: [PaymentRow]) -> HTML {
        frame.table(
            say("Pagamentos", "Payments"),
            columns: [
                created, .init("Id"), merchant, bank, .init(say("Valor", "Amount"), isNumber: true), status,
                reason, changed,
            ],
            rows: rows.map { row in
                StackTable.Row([
                    frame.time(row.createdAt), frame.link(.payment(row.id), row.id.text.shortID),
                    "<bdi>\(row.organisation)</bdi>", "\(frame.bank(row.institution))", "\(say.money(row.amount))",
                    frame.state(row.status), code(row.reason), frame.time(row.updatedAt),
                ])
            }
        )
    }

    func deliveries(_ rows: [DeliveryRow]) -> HTML {
        frame.table(
            "Webhooks",
            columns: [
                created, .init("Id"), merchant, .init(say("Evento", "Event")), .init(say("Sobre", "About")),
                .init(say("Para", "To")), status, .init(say("Tentativas", "Attempts"), isNumber: true),
                .init(say("Próxima", "Next")),
            ],
            rows: rows.map { row in
                StackTable.Row([
                    frame.time(row.createdAt), frame.link(.delivery(row.id), row.id.text.shortID),
                    "<bdi>\(row.organisation)</bdi>", code(row.event), object(row), "\(row.host)",
                    frame.state(row.status), "\(String(row.attempts))", row.nextAt.map(frame.time) ?? "",
                ])
            },
            orElse: """
                \(say("Uma loja pede webhooks com", "A merchant asks for webhooks by"))
                <code>POST /webhooks/</code> \(say("ou", "or")) <code>chave webhooks listen</code>.
                """
        )
    }

    private var created: StackTable.Column { .init(say("Criado", "Created")) }
    private var changed: StackTable.Column { .init(say("Mudou", "Changed")) }
    private var merchant: StackTable.Column { .init(say("Loja", "Merchant")) }
    private var bank: StackTable.Column { .init(say("Banco", "Bank")) }
    private var status: StackTable.Column { .init(say("Estado", "Status")) }

    private var reason: StackTable.Column { .init(say("Motivo", "Reason")) }

    private func object(_ row: DeliveryRow) -> HTML {
        guard let object = row.object else { return "" }
        return frame.link(object, object.idText.shortID)
    }

    private func code(_ text: String?) -> HTML { text.map { "<code>\($0)</code>" } ?? "" }
}

extension ConsoleObject {
    var idText: String {
        switch self {
        case .enrollment(let id): id.text
        case .payment(let id): id.text
        case .delivery(let id): id.text
        }
    }
}

extension String {
    /// The end of an id, the part that differs between ids of one minute.
    var shortID: String { utf8.count > 12 ? "…\(suffix(10))" : self }
}
