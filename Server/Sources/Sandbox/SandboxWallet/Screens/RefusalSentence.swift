import Pages
import SandboxCards

/// The sentence for a user when the networks refuse their wallet's request.
struct RefusalSentence {
    private let texts: (portuguese: String, english: String)

    init(_ refusal: WalletRefusal) {
        texts =
            switch refusal {
            case .walletAccountInvalid:
                (
                    "Esta carteira não serve mais. Saia e comece de novo.",
                    "This wallet is no good. Leave, and begin anew."
                )
            case .deviceNameMissing: ("Diga o nome do aparelho.", "Name the device.")
            case .deviceNameTooLong:
                ("O nome do aparelho tem no máximo 64 letras.", "A device's name has 64 letters at most.")
            case .deviceNameHoldsCardNumber:
                (
                    "Isso parece um número de cartão. Não escreva números de cartão aqui.",
                    "That looks like a card number. Write no card numbers here."
                )
            case .cardNotFound: ("Este cartão não existe mais.", "There is no such card any more.")
            case .tooManyTokens:
                (
                    "O cartão já está em carteiras demais. Remova-o de uma.",
                    "The card is in too many wallets. Take it out of one."
                )
            case .tokenNotFound: ("Não existe.", "There is no such thing.")
            case .tokenInOtherState:
                ("O cartão já está em outro estado.", "The card is in another state by now.")
            }
    }

    func callAsFunction(_ say: PageLanguage) -> String { say(texts.portuguese, texts.english) }
}
