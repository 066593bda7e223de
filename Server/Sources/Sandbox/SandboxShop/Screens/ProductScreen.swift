import ChaveBase
import ChavePixModel
import Pages

/// One product, with the choice of the days on which it is paid.
struct ProductScreen {
    let frame: ShopFrame
    let product: Product
    /// The accounts that can pay, this browser's own first.
    let sources: [PaymentSource]
    let attempt: String
    /// Today in Brasília.
    let today: CalendarDate
    /// The input of a refused form.
    var typed: [String: String] = [:]

    private var say: PageLanguage { frame.language }

    var page: Page {
        Page(
            "shop-product",
            title: say(product.names.portuguese, product.names.english),
            path: ShopSettings.mountPath,
            scripts: [PageAsset.fresh.path],
            content: """
                \(problem)<p class="amount">\(say.money(product.price))</p>
                \(sources.isEmpty ? invitation : form)
                """
        )
    }

    private var problem: HTML {
        guard !typed.isEmpty else { return "" }
        let (first, last) = (say.day(today.adding(days: 1)), say.day(today.adding(days: PaymentPlan.farthest)))
        return """
            <p role="alert" id="problem">\(say(
                "Escolha um dia de \(first) a \(last) e de 2 a 24 pagamentos; o último também cabe nesse prazo.",
                "Choose a day from \(first) to \(last) and 2 to 24 payments; the last one is in that time too."
            ))</p>

            """
    }

    private var invitation: HTML {
        let text = say(
            "Para pagar com Pix por biometria, vincule antes este navegador ao seu banco.",
            "To pay with Pix by biometrics, first enroll this browser at your bank."
        )
        return "<p>\(text)</p>\n\(frame.link(say("Vincular este navegador", "Enroll this browser"), to: "/banks"))"
    }

    private var form: HTML {
        """
        <form method="post" action="\(ShopSettings.mountPath)/orders" class="when">
        \(frame.hidden("csrf", frame.token))\(frame.hidden("attempt", attempt))\(frame.hidden("product", product.id))\
        \(SourceField(frame: frame, sources: sources, product: product).html)<fieldset>
        <legend>\(say("Quando pagar", "When to pay"))</legend>
        \(choice("now", say("Agora", "Now")))\
        \(choice("day", say("Num dia", "On a day")))\
        \(choice("month", say("Todo mês, o mesmo valor", "Every month, the same amount")))\
        \(dayField)\(timesField)</fieldset>
        <p class="soft later">\(say(
            "Uma confirmação vale para todos os dias. O que falta pode ser cancelado até as 22h da véspera (Brasília).",
            "One confirmation permits all the days. What is left can be cancelled until 22:00 of the day before (Brasília)."
        ))</p>
        <p><button type="submit">\(say("Continuar", "Continue"))</button></p>
        </form>
        """
    }

    private func choice(_ value: String, _ label: String) -> HTML {
        let mark: HTML = value == (typed["when"] ?? "day") ? " checked" : ""
        return """
            <label class="choice"><input type="radio" name="when" value="\(value)"\(mark)> \(label)</label>

            """
    }

    private var mark: HTML { typed.isEmpty ? "" : " aria-describedby=\"problem\"" }

    private var dayField: HTML {
        """
        <p class="later"><label for="day">\(say("Dia (do primeiro pagamento)", "Day (of the first payment)"))</label>
        <input id="day" name="day" type="date" min="\(today.adding(days: 1).iso)" \
        max="\(today.adding(days: PaymentPlan.farthest).iso)" value="\(typed["day"] ?? today.adding(days: 7).iso)"\(mark)></p>

        """
    }

    private var timesField: HTML {
        """
        <p class="times"><label for="times">\(say("Número de meses", "Number of months"))</label>
        <input id="times" name="times" type="number" min="\(String(PaymentPlan.times.lowerBound))" \
        max="\(String(PaymentPlan.times.upperBound))" value="\(typed["times"] ?? "12")"\(mark)></p>

        """
    }
}
