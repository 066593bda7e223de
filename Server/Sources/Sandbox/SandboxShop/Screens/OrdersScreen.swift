import ChaveBase
import ChavePixModel
import Pages

/// This person's orders, newest first.
struct OrdersScreen {
    let frame: ShopFrame
    let orders: [PaymentIntentResource]

    private var say: PageLanguage { frame.language }

    var page: Page {
        Page(
            "shop-orders",
            title: say("Compras", "Orders"),
            path: "\(ShopSettings.mountPath)/orders",
            content: orders.isEmpty ? nothing : table
        )
    }

    private var nothing: HTML {
        """
        <p>\(say("Nada comprado ainda.", "Nothing was bought yet."))</p>
        <div class="actions">\(frame.link(say("Ver os produtos", "See the products"), to: ""))</div>
        """
    }

    private var table: HTML {
        StackTable(
            say("Compras", "Orders"),
            columns: [
                .init(say("Quando (Brasília)", "When (Brasília)")), .init(say("O quê", "What")),
                .init(say("Valor", "Amount"), isNumber: true), .init(say("Estado", "State")),
            ],
            rows: orders.map(row)
        ).html
    }

    private func row(_ order: PaymentIntentResource) -> StackTable.Row {
        let name = OrderScreen.name(of: order, in: say)
        return StackTable.Row([
            "\(say.time(order.createdAt))",
            "<a href=\"\(ShopSettings.mountPath)/orders/\(order.id.text)\">\(name)</a>",
            "\(say.money(order.amount))", state(order),
        ])
    }

    private func state(_ order: PaymentIntentResource) -> HTML {
        switch order.status {
        case .succeeded: "<span class=\"state good\">\(say("Pago", "Paid"))</span>"
        case .processing: "<span class=\"state\">\(say("Pagando", "Paying"))</span>"
        case .scheduled: "<span class=\"state\">\(say("Agendado", "Scheduled"))</span>"
        case .pending: "<span class=\"state\">\(say("Por confirmar", "To be confirmed"))</span>"
        case .canceled: "<span class=\"state\">\(say("Cancelado", "Cancelled"))</span>"
        default: "<span class=\"state bad\">\(say("Não deu certo", "Did not work"))</span>"
        }
    }
}
