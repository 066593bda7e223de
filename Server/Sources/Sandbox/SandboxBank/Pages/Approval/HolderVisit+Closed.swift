import ChaveBase
import ChavePixModel
import Pages

/// The pages for a holder whose request or page is no longer valid, with the next step.
extension HolderVisit {
    /// The page when no request waits for a decision; `closed` is the closed request, if the bank still has it.
    func gone(_ closed: ClosedRequest?) -> PageResponse {
        let rest = say(
            "Aqui não há mais o que fazer: o resultado está com quem pediu.",
            "There is nothing more to do here: whoever asked knows the result."
        )
        let text = "\(words(closed?.reason)) \(rest)"
        let back = closed.flatMap { closed in
            CallbackURL(closed.request.redirectURI, rules: .sandbox).map { wayBack(to: $0, name: closed.name) }
        }
        let waysOut = [back, frame.entrance].compactMap { $0 }
        return page(410, frame.notice("problem", say("Pedido encerrado", "Request closed"), text, waysOut))
    }

    private func words(_ reason: ClosedRequest.Reason?) -> String {
        switch reason {
        case .decided: say("Este pedido já foi decidido.", "This request has been decided.")
        case .expired: say("O tempo para decidir este pedido acabou.", "The time to decide on this request is over.")
        case .withdrawn:
            say("Este pedido foi encerrado antes da decisão.", "This request was ended before anyone decided.")
        case nil:
            say(
                "Este pedido não existe, ou um mais novo tomou o seu lugar.",
                "There is no such request, or a newer one took its place."
            )
        }
    }

    /// The page for a form of another page: the session has ended, or a request in another tab replaced it.
    ///
    /// Its link opens the request again by the request's own address. A request that no longer waits explains itself
    /// there.
    var forged: PageResponse {
        let text = say(
            "A sessão terminou, ou você abriu outro pedido neste banco em outra aba. Esta página não mudou nada: entre de novo.",
            "The session has ended, or you opened another request at this bank in another tab. This page changed nothing: sign in again."
        )
        let again = ticket(request.form["request"]).map { ticket in
            PageLayout.Link(say("Entrar de novo", "Sign in again"), authorizePath(ticket))
        }
        let title = say("Esta página não vale mais", "This page is no longer valid")
        return page(403, frame.notice("problem", title, text, [again ?? frame.entrance]))
    }

    /// The request's callback address without an answer: the initiator has the answer already, or does not get it here.
    private func wayBack(to callback: CallbackURL, name: String?) -> PageLayout.Link {
        if let name { return PageLayout.Link(say("Voltar para \(name)", "Back to \(name)"), callback.text) }
        let isWeb = callback.scheme == "https" || callback.scheme == "http"
        guard isWeb, let host = callback.host else {
            return PageLayout.Link(say("Voltar ao aplicativo", "Back to the app"), callback.text)
        }
        return PageLayout.Link(say("Voltar a \(host)", "Back to \(host)"), callback.text)
    }
}
