import Pages

/// Pages that explain a problem and the next step.
extension ShopVisit {
    func problem(_ failure: ShopFailure) -> PageResponse {
        if isHeld {
            // The script reloads the page, and the page shows this problem.
            return .json(Array("{}".utf8), status: status(of: failure))
        }
        switch failure {
        case .notFound where session.customer == nil: return sessionOver
        case .notFound:
            return problem(
                404,
                say("Não encontrado", "Not found"),
                say(
                    "Esta página não existe, ou é de outra pessoa.",
                    "There is no such page, or it is somebody else's."
                ),
                again: false
            )
        case .unavailable(let isBank):
            return problem(
                503,
                isBank
                    ? say("O banco não respondeu", "The bank did not answer")
                    : say("Há pedidos demais agora", "There are too many requests just now"),
                say(
                    "Tente de novo em instantes: o mesmo pedido não é feito duas vezes.",
                    "Try again in a moment: the same request is not made twice."
                ),
                again: true
            )
        case .refused, .unreadable:
            return problem(
                status(of: failure),
                say("Isto não deu certo", "This did not work"),
                say(
                    "A loja recebeu uma resposta que não esperava. Volte ao início e tente de novo.",
                    "The shop got an answer that it did not expect. Go back to the start and try again."
                ),
                again: true
            )
        }
    }

    /// The page for a form of another session or of another site.
    var outdated: PageResponse {
        problem(
            403,
            say("Esta página não vale mais", "This page is no longer valid"),
            say(
                "A sessão terminou ou outra pessoa entrou. Nada foi feito; comece de novo.",
                "The session has ended, or somebody else came in. Nothing was done; start again."
            ),
            again: false
        )
    }

    var withoutScript: PageResponse {
        problem(
            400,
            say("Falta JavaScript", "JavaScript is missing"),
            say(
                "Chaves de acesso precisam de JavaScript. Permita-o neste endereço e tente de novo.",
                "Passkeys need JavaScript. Allow it for this address and try again."
            ),
            again: true
        )
    }

    var unknownCallback: PageResponse {
        let content: HTML = """
            <p>\(say(
                "Este retorno do banco não é de um vínculo deste navegador, ou já foi usado.",
                "This return from the bank belongs to no enrollment of this browser, or was used before."
            ))</p>
            <div class="actions">\(frame.link(say("Meus bancos", "My banks"), to: "/devices"))</div>
            """
        let title = say("Retorno desconhecido", "Unknown return")
        return page(Page("shop-callback-unknown", title: title, content: content), status: 404)
    }

    private var sessionOver: PageResponse {
        problem(
            403,
            say("Quem está comprando?", "Who is buying?"),
            say(
                "A sessão terminou neste navegador. O que foi pago está pago; escolha a pessoa de novo.",
                "The session in this browser has ended. What was paid is paid; choose the person again."
            ),
            again: false
        )
    }

    private func status(of failure: ShopFailure) -> Int {
        switch failure {
        case .notFound: 404
        case .unavailable: 503
        case .refused(let status, _, _): (400...499).contains(status) && status != 401 ? status : 502
        case .unreadable: 502
        }
    }

    /// Repeats the same request: a form with the same fields, so that its attempt stays the same.
    private var repetition: HTML {
        let label = say("Tentar de novo", "Try again")
        guard request.method == "POST" else {
            let query = request.rawQuery.isEmpty ? "" : "?\(request.rawQuery)"
            return frame.link(label, to: "\(request.path)\(query)")
        }
        let fields = request.form.filter { $0.key != "csrf" }.sorted { $0.key < $1.key }
            .map { frame.hidden($0.key, $0.value) }
        return frame.button(label, posts: request.path, fields: "\(fields)")
    }

    /// The page for a form without a field that its page always sends.
    var incomplete: PageResponse {
        problem(
            400,
            say("Falta algo neste pedido", "Something is missing in this request"),
            say(
                "Nada foi feito. Volte à loja e comece de novo.",
                "Nothing was done. Go back to the shop and start again."
            ),
            again: false
        )
    }

    private func problem(_ status: Int, _ title: String, _ text: String, again: Bool) -> PageResponse {
        let same: HTML = again ? repetition : ""
        let content: HTML = """
            <p class="notice bad">\(text)</p>
            <div class="actions">\(same)\(frame.link(say("Ir para a loja", "Go to the shop"), to: ""))</div>
            """
        return page(Page("problem", title: title, content: content), status: status)
    }
}
