import ChavePixModel
import Pages

/// What this person bought here, the latest first.
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
        """
        <div class="scroll" tabindex="0" role="region" aria-label="\(say("Compras", "Orders"))">
        <table>
        <thead><tr><th scope="col">\(say("Quando (Brasília)", "When (Brasília)"))</th>\
        <th scope="col">\(say("O quê", "What"))</th><th scope="col" class="number">\(say("Valor", "Amount"))</th>\
        <th scope="col">\(say("Estado", "State"))</th></tr></thead>
        <tbody>
        \(orders.map(row))</tbody>
        </table>
        </div>
        """
    }

    private func row(_ order: PaymentIntentResource) -> HTML {
        """
        <tr><td>\(say.time(order.createdAt))</td>\
        <td><a href="\(ShopSettings.mountPath)/orders/\(order.id.text)">\(OrderScreen.name(of: order, in: say))</a></td>\
        <td class="number">\(say.money(order.amount))</td><td>\(state(order))</td></tr>

        """
    }

    private func state(_ order: PaymentIntentResource) -> HTML {
        switch order.status {
        case .succeeded: "<span class=\"state good\">\(say("Pago", "Paid"))</span>"
        case .processing: "<span class=\"state\">\(say("Pagando", "Paying"))</span>"
        case .pending: "<span class=\"state\">\(say("Por confirmar", "To be confirmed"))</span>"
        case .canceled: "<span class=\"state\">\(say("Cancelado", "Cancelled"))</span>"
        default: "<span class=\"state bad\">\(say("Não deu certo", "Did not work"))</span>"
        }
    }
}
