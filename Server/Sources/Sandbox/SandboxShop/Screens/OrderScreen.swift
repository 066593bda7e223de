import ChaveBase
import ChavePixModel
import ChaveWire
import Pages

/// The page of one order, by its present state.
struct OrderScreen {
    let frame: ShopFrame
    let intent: PaymentIntentResource
    let entityTag: String?
    /// The account that pays the order.
    let source: PaymentSource?
    /// The enrollments whose passkeys this browser made.
    let here: Set<EnrollmentID>
    /// Whether the bank has just refused to cancel what is left.
    var isTooLate = false

    private var say: PageLanguage { frame.language }
    var days: PaymentDays? { PaymentDays(of: intent, in: say) }
    var path: String { "/orders/\(intent.id.text)" }

    /// The bank has not yet sent the challenge for the passkey.
    var preparing: Page {
        screen(
            "processing",
            say("Preparando o pagamento", "Preparing the payment"),
            scripts: [PageAsset.waiting.path],
            reloads: true,
            """
            \(summary)
            \(frame.waiting(path, since: entityTag, say("O banco está preparando.", "The bank is preparing it.")))
            """
        )
    }

    func confirm(_ options: SignOptions) -> Page {
        screen(
            "confirm",
            say("Confirme o pagamento", "Confirm the payment"),
            scripts: [PageAsset.fresh.path, ShopAsset.signals.path, PageAsset.passkey.path, PageAsset.waiting.path],
            """
            \(frame.watching(path, since: entityTag))
            \(summary)
            \(warning)<p>\(say(
                "Confira valor e recebedor: a chave de acesso não os mostra.",
                "Check amount and receiver: the passkey's own window does not show them."
            ))</p>
            \(frame.ceremonyNotices)
            <form method="post" action="\(ShopSettings.mountPath)\(path)/authorize" data-ceremony="get" data-into="assertion" \
            data-options="\(String(decoding: options.json.encoded(), as: UTF8.self))" \(texts)>
            \(frame.hidden("csrf", frame.token))\(frame.hidden("assertion", ""))\(frame.hidden("signals", ""))\
            <p><button type="submit" id="pay" disabled>\(payLabel)</button></p>
            </form>
            <div class="actions">\(frame.button(
                say("Cancelar a compra", "Cancel the order"),
                posts: "\(path)/cancel",
                style: "quiet"
            ))</div>
            """
        )
    }

    private var payLabel: String {
        let amount = say.money(intent.amount)
        guard let days else { return say("Pagar \(amount) com Pix", "Pay \(amount) with Pix") }
        let times = days.hasSeveral ? "\(days.days.count) × " : ""
        return say("Agendar \(times)\(amount) com Pix", "Schedule \(times)\(amount) with Pix")
    }

    /// The warning before the browser asks for a passkey that it may not have.
    private var warning: HTML {
        guard let enrollment = intent.paymentMethodDetails?.enrollment, !here.contains(enrollment) else { return "" }
        return """
            <p class="notice">\(ShopFrame.elsewhere(say)) \
            <a href="\(ShopSettings.mountPath)/banks">\(say("Vincular este navegador", "Enroll this browser"))</a></p>

            """
    }

    private var texts: HTML {
        let cancelled = say(
            """
            O navegador não usou a chave: o pedido foi cancelado, demorou demais, você não foi reconhecido, ou a chave está \
            em outro navegador. Nada foi cobrado; tente de novo.
            """,
            """
            The browser did not use the passkey: the request was cancelled, took too long, you were not recognised, or the \
            passkey is in another browser. Nothing was charged; try again.
            """
        )
        let unsupported = say(
            "Este navegador não sabe usar chaves de acesso.",
            "This browser cannot use passkeys."
        )
        let failed = say(
            "O navegador não usou a chave. Nada foi cobrado; tente de novo.",
            "The browser did not use the passkey. Nothing was charged; try again."
        )
        return """
            data-say-cancelled="\(cancelled)" data-say-known="\(failed)" data-say-unsupported="\(unsupported)" \
            data-say-failed="\(failed)"
            """
    }

    /// The bank has the passkey's assertion and decides about the payment.
    var processing: Page {
        screen(
            "processing",
            say("Pagando", "Paying"),
            scripts: [PageAsset.waiting.path],
            reloads: true,
            """
            \(summary)
            \(frame.waiting(path, since: entityTag, say("O banco está pagando.", "The bank is paying.")))
            <p class="soft">\(say(
                "Pode fechar esta página: o resultado aparece em Compras.",
                "You may close this page: the result will stand under Orders."
            ))</p>
            """
        )
    }

    var paid: Page {
        let zone = say("horário de Brasília", "Brasília time")
        let endToEnd: HTML =
            intent.paymentMethodInformation?.endToEndID.map { id in
                "<dt>\(say("Identificador do Pix", "Pix end-to-end id"))</dt><dd><code>\(id.text)</code></dd>\n"
            } ?? ""
        let receipt: HTML = """
            \(paidDays)<dt>\(say("Quando", "When"))</dt><dd>\(say.time(intent.updatedAt)) (\(zone))</dd>
            \(days == nil ? endToEnd : "")\(number)
            """
        return screen(
            "paid",
            say("Pago", "Paid"),
            """
            <p class="notice good">\(say("Recebemos o seu Pix. Obrigado!", "We have received your Pix. Thank you!"))</p>
            \(summary(with: receipt))
            \(days?.table ?? "")
            <div class="actions">\(frame.link(say("Continuar comprando", "Go on shopping"), to: ""))</div>
            """
        )
    }

    private var paidDays: HTML {
        days.map { "<dt>\(say("Pagos", "Paid"))</dt><dd>\($0.paid)</dd>\n" } ?? ""
    }

    var failed: Page {
        let code = intent.failureCode ?? .other
        return OrderScreen.end(
            frame,
            "failed",
            code,
            title: say("O pagamento não deu certo", "The payment did not work"),
            """
            \(summary(with: "\(code == .amountOverLimit ? exceededLimit : "")\(number)"))
            \(days?.table ?? "")
            """,
            lesson: Product.with(id: intent.metadata["product"])?.lesson(on: code)
        )
    }

    var canceled: Page {
        let title = say("Compra cancelada", "Order cancelled")
        return OrderScreen.end(frame, "canceled", .canceled, title: title, "\(summary)\n\(days?.table ?? "")")
    }

    /// The page for a product without an order: the account that was to pay has lost its enrollment.
    static func withoutEnrollment(frame: ShopFrame, product: Product) -> Page {
        let title = frame.language("O pagamento não deu certo", "The payment did not work")
        let name = frame.language(product.names.portuguese, product.names.english)
        return end(frame, "failed", .enrollmentRevoked, title: title, "<p>\(name)</p>")
    }

    private static func end(
        _ frame: ShopFrame,
        _ name: String,
        _ code: FailureCode,
        title: String,
        _ summary: HTML,
        lesson: Product.Names? = nil
    ) -> Page {
        let (say, text) = (frame.language, ReasonTexts.of(code))
        let enroll: HTML =
            if mendedByAnotherAccount.contains(code) {
                frame.link(say("Vincular outra conta", "Enroll another account"), to: "/banks")
            } else if mendedByEnrolling.contains(code) {
                frame.link(say("Vincular este navegador", "Enroll this browser"), to: "/banks")
            } else {
                ""
            }
        return Page(
            "order-\(name)",
            reason: code.rawValue,
            title: title,
            path: "\(ShopSettings.mountPath)/orders",
            content: """
                <p class="notice bad">\(say(text.what.portuguese, text.what.english))</p>
                \(lesson.map { "<p>\(say($0.portuguese, $0.english))</p>\n" } ?? "" as HTML)\
                <p>\(say(text.next.portuguese, text.next.english))</p>
                \(summary)
                \(code == .canceled ? "" : frame.code(code.rawValue))\
                <div class="actions">\(enroll)\(frame.link(say("Ver os produtos", "See the products"), to: ""))</div>
                """
        )
    }

    /// The failures after which this browser must enroll again.
    private static let mendedByEnrolling: Set<FailureCode> = [.enrollmentRevoked, .biometricValidationError]
    /// The failures that another account or limit avoids.
    private static let mendedByAnotherAccount: Set<FailureCode> = [
        .consentRejected, .insufficientFunds, .amountOverLimit,
    ]

    var number: HTML { "<dt>\(say("Pedido", "Order"))</dt><dd><code>\(intent.id.text)</code></dd>\n" }

    private var exceededLimit: HTML { source?.enrollment.details.exceededLimit(by: intent.amount, say) ?? "" }

    private var summary: HTML { summary(with: "") }

    /// The product, the seller, and `more` in the same list.
    func summary(with more: HTML) -> HTML {
        """
        <p class="amount">\(say.money(intent.amount))</p>
        <dl>
        <dt>\(say("O quê", "What"))</dt><dd>\(OrderScreen.name(of: intent, in: say))</dd>
        <dt>\(say("Recebedor", "Receiver"))</dt><dd>\(frame.settings.name)</dd>
        \(payer)\(days?.fact ?? "")\(more)</dl>
        """
    }

    private var payer: HTML {
        source.map { "<dt>\(say("De", "From"))</dt><dd>\($0.account)</dd>\n" } ?? ""
    }

    /// The product's name, in the reader's language while the shop sells it.
    static func name(of intent: PaymentIntentResource, in say: PageLanguage) -> String {
        guard let product = Product.with(id: intent.metadata["product"]) else { return intent.description }
        return say(product.names.portuguese, product.names.english)
    }

    func screen(
        _ name: String,
        _ title: String,
        scripts: [String] = [],
        reloads: Bool = false,
        _ content: HTML
    ) -> Page {
        Page(
            "order-\(name)",
            title: title,
            path: "\(ShopSettings.mountPath)/orders",
            scripts: scripts,
            reloadsAfterSeconds: reloads ? 3 : nil,
            content: content
        )
    }
}
