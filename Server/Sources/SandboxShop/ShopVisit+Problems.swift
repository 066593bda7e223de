import Pages

/// Pages that say what happened and what to do.
extension ShopVisit {
    func problem(_ failure: ShopFailure) -> PageResponse {
        if isHeld {
            // The script loads the page again, and the page says what this says.
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
        case .unavailable:
            return problem(
                503,
                say("O banco não respondeu", "The bank did not answer"),
                say(
                    "Nada foi cobrado por este passo. Volte e tente de novo em instantes.",
                    "This step has charged nothing. Go back and try again in a moment."
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

    /// The form was made for another session, or is not one of ours.
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

    private func problem(_ status: Int, _ title: String, _ text: String, again: Bool) -> PageResponse {
        let same: HTML =
            again && request.method == "GET"
            ? "<p><a class=\"button\" href=\"\(ShopSettings.mountPath)\(request.path)\">\(say("Tentar de novo", "Try again"))</a></p>"
            : ""
        let content: HTML = """
            <p class="notice bad">\(text)</p>
            <div class="actions">\(same)\(frame.link(say("Ir para a loja", "Go to the shop"), to: ""))</div>
            """
        return page(Page("problem", title: title, content: content), status: status)
    }
}
