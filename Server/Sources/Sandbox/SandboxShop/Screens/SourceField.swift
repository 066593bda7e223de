import ChaveBase
import ChavePixModel
import Pages

/// The field for the account that pays a product; with one account there is no choice.
struct SourceField {
    let frame: ShopFrame
    /// The accounts that can pay, this browser's own first.
    let sources: [PaymentSource]
    let product: Product

    private var say: PageLanguage { frame.language }

    var html: HTML {
        guard sources.count > 1 else {
            return sources.first.map { frame.hidden("enrollment", $0.enrollment.id.text) } ?? ""
        }
        let here = sources.filter(\.isHere), elsewhere = sources.filter { !$0.isHere }
        return """
            <p><label for="from-\(product.id)">\(say("Pagar de", "Pay from"))</label>
            <select id="from-\(product.id)" name="enrollment">
            \(group(here, say("Deste navegador", "From this browser")))\
            \(group(elsewhere, otherPlace))\
            </select></p>

            """
    }

    private var otherPlace: String {
        say("De outro lugar (precisa da chave de acesso)", "From elsewhere (you need its passkey here)")
    }

    private func group(_ sources: [PaymentSource], _ label: String) -> HTML {
        guard !sources.isEmpty else { return "" }
        let options: [HTML] = sources.map { source in
            "<option value=\"\(source.enrollment.id.text)\">\(source.title(say))</option>\n"
        }
        return "<optgroup label=\"\(label)\">\n\(options)</optgroup>\n"
    }
}
