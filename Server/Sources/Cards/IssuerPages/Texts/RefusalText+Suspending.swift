extension RefusalText {
    /// The text of a code for a holder who wanted to suspend a token, when it differs from the text for an activation.
    static func ofSuspending(_ code: String) -> RefusalText {
        suspending[code].map { RefusalText(what: $0.0, next: $0.1) } ?? RefusalText(code)
    }

    private static let nothingLeft = Pair("Não há o que suspender.", "There is nothing to suspend.")

    private static let suspending: [String: (Pair, Pair)] = [
        "activation_in_progress": (
            Pair("Outro pedido está em andamento para este cartão.", "Another request is under way for this card."),
            Pair("Tente de novo daqui a pouco.", "Try again in a little while.")
        ),
        "activation_not_found": (
            Pair("Não há este cartão em carteira nenhuma sua.", "There is no such card in any wallet of yours."),
            Pair("Entre como a pessoa dona do cartão.", "Sign in as the person whose card it is.")
        ),
        "outcome_unknown": (
            Pair(
                "A bandeira não disse se o cartão foi suspenso.",
                "The network did not say whether the card was suspended."
            ),
            Pair("Tente de novo: duas vezes é o mesmo que uma.", "Try again: twice is the same as once.")
        ),
        "refused_by_network": (
            Pair("A bandeira não suspendeu o cartão.", "The network did not suspend the card."),
            Pair("Fale com quem emitiu o cartão.", "Talk to whoever issued the card.")
        ),
        "token_deactivated": (
            Pair("O cartão já foi removido desta carteira.", "The card was removed from this wallet."), nothingLeft
        ),
        "token_not_found": (
            Pair(
                "A bandeira não conhece mais este cartão na carteira.",
                "The network no longer knows this card in the wallet."
            ), nothingLeft
        ),
    ]
}
