import Pages

/// The text for a holder about a code: the cause, and the next step.
struct RefusalText {
    let what: Pair
    let next: Pair

    struct Pair {
        let portuguese: String
        let english: String

        init(_ portuguese: String, _ english: String) {
            self.portuguese = portuguese
            self.english = english
        }

        func callAsFunction(_ say: PageLanguage) -> String { say(portuguese, english) }
    }

    init(what: Pair, next: Pair) {
        self.what = what
        self.next = next
    }

    init(_ code: String) {
        let text = RefusalText.texts[code] ?? RefusalText.unexpected
        what = text.0
        next = text.1
    }

    /// Whether a later retry may help; until then nothing is known.
    static func isPassing(_ code: String) -> Bool {
        passing.contains(code)
    }

    /// `server_error` is passing too: such a server may have asked the network before it failed.
    private static let passing: Set<String> = [
        "activation_in_progress", "too_many_requests", "network_unavailable", "outcome_unknown", "request_overdue",
        "temporarily_unavailable", "server_error",
    ]

    /// Whether another signed-in person might get another answer.
    static func isOfThePerson(_ code: String) -> Bool { ["card_not_found", "token_not_found"].contains(code) }

    /// The event of a code: a refusal by the issuer is final, and after a failure the same link may be opened again.
    static func event(of code: String) -> WalletRequest.Event {
        final.contains(code) ? .refusal(code: code) : .failure(code: code)
    }

    private static let final: Set<String> = [
        "card_not_found", "token_not_found", "card_blocked", "activations_locked", "wallet_not_allowed",
        "device_mismatch", "token_suspended", "token_deactivated", "refused_by_network",
    ]

    private static let backToWallet = Pair(
        "Volte à carteira e adicione o cartão de novo.",
        "Go back to the wallet and add the card again."
    )
    private static let later = Pair("Tente de novo daqui a pouco.", "Try again in a little while.")
    private static let callUs = Pair("Fale com quem emitiu o cartão.", "Talk to whoever issued the card.")
    private static let unexpected = (
        Pair("Algo deu errado do nosso lado.", "Something went wrong on our side."), later
    )

    private static let texts: [String: (Pair, Pair)] = [
        "activations_locked": (
            Pair(
                "Houve recusas demais para este cartão. Por segurança, ele fica um dia sem novas ativações.",
                "There were too many refusals for this card. To keep it safe, nothing is activated for it for a day."
            ), Pair("Tente amanhã.", "Try tomorrow.")
        ),
        "card_blocked": (Pair("Este cartão está bloqueado.", "This card is blocked."), callUs),
        "card_not_found": (
            Pair("Este cartão não é seu.", "This card is not yours."),
            Pair("Entre como a pessoa dona do cartão.", "Sign in as the person whose card it is.")
        ),
        "card_number_refused": (
            Pair(
                "A carteira mandou um número de cartão, que não aceitamos.",
                "The wallet sent a card number, which we do not take."
            ), backToWallet
        ),
        "client_not_allowed": (
            Pair("Esta página não pode ativar cartões.", "This page may not activate cards."), callUs
        ),
        "device_mismatch": (
            Pair(
                "O aparelho do pedido não é o que a bandeira conhece.",
                "The device of the request is not the one that the network knows."
            ), backToWallet
        ),
        "expired": (
            Pair("O pedido passou dos cinco minutos.", "The request is older than five minutes."),
            backToWallet
        ),
        "network_unavailable": (
            Pair("A bandeira do cartão não respondeu.", "The card's network did not answer."), later
        ),
        "outcome_unknown": (
            Pair(
                "A bandeira não disse se o cartão foi ativado.",
                "The network did not say whether the card was activated."
            ), Pair("A carteira mostra como ficou.", "The wallet shows how it came out.")
        ),
        "refused_by_network": (Pair("A bandeira do cartão recusou.", "The card's network refused."), callUs),
        "replaced": (
            Pair("Um pedido mais novo tomou o lugar deste.", "A newer request took the place of this one."),
            Pair("Continue na outra aba.", "Go on in the other tab.")
        ),
        "signed_out": (
            Pair("Você saiu antes de responder.", "You signed out before you answered."), backToWallet
        ),
        "step_up_closed": (
            Pair("A carteira não espera mais por esta resposta.", "The wallet no longer waits for this answer."),
            backToWallet
        ),
        "step_up_expired": (
            Pair("A carteira esperou tempo demais por esta resposta.", "The wallet waited too long for this answer."),
            backToWallet
        ),
        "token_deactivated": (
            Pair("O cartão já foi removido desta carteira.", "The card was removed from this wallet."), backToWallet
        ),
        "token_not_active": (
            Pair("O cartão não está ativo nesta carteira.", "The card is not active in this wallet."),
            Pair("Não há o que suspender.", "There is nothing to suspend.")
        ),
        "token_not_found": (
            Pair("Não há este cartão em carteira nenhuma sua.", "There is no such card in any wallet of yours."),
            Pair("Entre como a pessoa dona do cartão.", "Sign in as the person whose card it is.")
        ),
        "token_suspended": (
            Pair("O cartão está suspenso nesta carteira.", "The card is suspended in this wallet."), callUs
        ),
        "too_many_open": (
            Pair(
                "Outros pedidos já confirmados ainda esperam a bandeira.",
                "Other requests that you confirmed still wait for their network."
            ),
            Pair(
                "Este não foi aberto. Termine um deles em sua aba, e abra o link de novo.",
                "This one was not opened. Finish one of them in its tab, and open the link again."
            )
        ),
        "too_many_requests": (Pair("São pedidos demais.", "There are too many requests."), later),
        "unanswered": (
            Pair("Você voltou à carteira sem responder.", "You went back to the wallet without an answer."),
            Pair(
                "Nada foi ativado. Abra o link de novo para responder.",
                "Nothing was activated. Open the link again to answer."
            )
        ),
        "wallet_not_allowed": (
            Pair("Não trabalhamos com esta carteira.", "We do not work with this wallet."), callUs
        ),
    ]
}
