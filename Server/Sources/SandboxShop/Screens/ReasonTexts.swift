import ChavePixModel

/// What happened and what to do, in both languages, for each reason that the API gives.
enum ReasonTexts {
    struct Sentence: Hashable, Sendable {
        let portuguese: String
        let english: String

        init(_ portuguese: String, _ english: String) {
            self.portuguese = portuguese
            self.english = english
        }
    }

    struct Text: Hashable, Sendable {
        let what: Sentence
        let next: Sentence
    }

    /// A reason that this version does not know is told as ``StatusReasonCode/other``.
    static func of(_ reason: StatusReasonCode) -> Text { enrollments[reason] ?? otherwise }
    static func of(_ code: FailureCode) -> Text { payments[code] ?? otherwise }

    private static let again = Sentence("Nada foi cobrado. Tente de novo.", "Nothing was charged. Try again.")
    private static let enrollAgain = Sentence(
        "Vincule o navegador de novo quando quiser.",
        "Enroll the browser again whenever you like."
    )
    private static let otherwise = Text(
        what: Sentence("O banco não aceitou, e não disse por quê.", "The bank did not accept it, and did not say why."),
        next: Sentence("Tente de novo, ou pergunte ao banco.", "Try again, or ask the bank.")
    )

    static let enrollments: [StatusReasonCode: Text] = [
        .riskSignalsRejected: Text(
            what: Sentence("O banco achou o risco alto demais.", "The bank found the risk too high."),
            next: Sentence("Tente de outro navegador ou de outra rede.", "Try another browser or another network.")
        ),
        .redirectionFailed: Text(
            what: Sentence("A volta do banco para a loja falhou.", "The way back from the bank to the shop failed."),
            next: Sentence("Comece o vínculo de novo.", "Start the enrollment again.")
        ),
        .rejectedByUser: Text(
            what: Sentence("O pedido foi recusado.", "The request was refused."),
            next: Sentence(
                "Se foi engano, vincule de novo e autorize na página do banco.",
                "If that was a mistake, enroll again and allow it on the bank's page."
            )
        ),
        .expired: Text(
            what: Sentence(
                "O tempo acabou antes do fim do vínculo.",
                "Time was up before the enrollment was complete."
            ),
            next: Sentence("Comece de novo: leva um minuto.", "Start again: it takes a minute.")
        ),
        .tooManyChallenges: Text(
            what: Sentence(
                "Foram tentativas demais para este vínculo.",
                "There were too many attempts for this enrollment."
            ),
            next: enrollAgain
        ),
        .deviceIncompatible: Text(
            what: Sentence("O banco não aceita este aparelho.", "The bank does not take this device."),
            next: Sentence("Tente com outro aparelho ou outra chave.", "Try another device or another key.")
        ),
        .institutionUnavailable: Text(
            what: Sentence("O banco não respondeu a tempo.", "The bank did not answer in time."),
            next: Sentence(
                "Tente de novo mais tarde, ou escolha outro banco.",
                "Try again later, or choose another bank."
            )
        ),
        .institutionPolicy: Text(
            what: Sentence(
                "A política do banco não permite este vínculo.",
                "The bank's policy does not allow this enrollment."
            ),
            next: Sentence("Escolha outro banco.", "Choose another bank.")
        ),
        .fidoFailed: Text(
            what: Sentence("O banco não aceitou a chave de acesso.", "The bank did not accept the passkey."),
            next: Sentence(
                "Vincule de novo; se repetir, tente outra chave.",
                "Enroll again; if it happens again, try another key."
            )
        ),
        .holderMismatch: Text(
            what: Sentence(
                "Quem entrou no banco não é a pessoa que compra aqui.",
                "Whoever signed in at the bank is not the person who buys here."
            ),
            next: Sentence("Entre no banco como a mesma pessoa.", "Sign in at the bank as the same person.")
        ),
        .revokedByUser: Text(
            what: Sentence("Você revogou este vínculo.", "You revoked this enrollment."),
            next: enrollAgain
        ),
        .revokedByInstitution: Text(
            what: Sentence("O banco encerrou este vínculo.", "The bank ended this enrollment."),
            next: enrollAgain
        ),
        .validityExpired: Text(
            what: Sentence("A validade deste vínculo terminou.", "This enrollment's validity is over."),
            next: enrollAgain
        ),
        .insufficientFunds: Text(
            what: Sentence("A conta não tem saldo.", "The account has no funds."),
            next: Sentence("Escolha outra conta.", "Choose another account.")
        ),
        .other: otherwise,
    ]

    static let payments: [FailureCode: Text] = [
        .consentExpired: Text(
            what: Sentence("O tempo para autorizar acabou.", "The time to allow it was up."),
            next: again
        ),
        .consentRejected: Text(
            what: Sentence("O banco não aceitou este pagamento.", "The bank did not accept this payment."),
            next: Sentence(
                "Nada foi cobrado. A conta pode ter mudado, ou precisar de outra pessoa para aprovar.",
                "Nothing was charged. The account may have changed, or need another person's approval."
            )
        ),
        .enrollmentRevoked: Text(
            what: Sentence(
                "Este navegador não está mais vinculado ao banco.",
                "This browser is no longer enrolled at the bank."
            ),
            next: Sentence(
                "Nada foi cobrado. Vincule-o de novo para pagar.",
                "Nothing was charged. Enroll it again to pay."
            )
        ),
        .biometricValidationError: Text(
            what: Sentence("A chave de acesso não foi aceita.", "The passkey was not accepted."),
            next: again
        ),
        .riskRefused: Text(
            what: Sentence("O banco recusou por segurança.", "The bank refused for safety."),
            next: Sentence(
                "Nada foi cobrado. Fale com o banco se repetir.",
                "Nothing was charged. Ask the bank if it happens again."
            )
        ),
        .insufficientFunds: Text(
            what: Sentence(
                "A conta não tem saldo para esta compra.",
                "The account has not enough funds for this purchase."
            ),
            next: Sentence("Nada foi cobrado. Pague de outra conta.", "Nothing was charged. Pay from another account.")
        ),
        .amountOverLimit: Text(
            what: Sentence(
                "O valor passa do limite desta conta no banco.",
                "The amount is over this account's limit at the bank."
            ),
            next: Sentence(
                "Nada foi cobrado. Compre algo menor, ou vincule com outro limite ou em outro banco.",
                "Nothing was charged. Buy something smaller, or enroll with another limit or at another bank."
            )
        ),
        .beneficiaryAccountInvalid: Text(
            what: Sentence("A conta da loja não pode receber agora.", "The shop's account cannot receive at present."),
            next: Sentence("Nada foi cobrado. Avise a loja.", "Nothing was charged. Tell the shop.")
        ),
        .institutionUnavailable: Text(
            what: Sentence("O banco não respondeu.", "The bank did not answer."),
            next: again
        ),
        .chargeSettlementFailed: Text(
            what: Sentence("O banco não concluiu o pagamento.", "The bank did not complete the payment."),
            next: again
        ),
        .chargeSettlementTimeout: Text(
            what: Sentence(
                "O banco não pagou a tempo e o pedido expirou.",
                "The bank did not pay in time and the request expired."
            ),
            next: again
        ),
        .canceled: Text(
            what: Sentence("A compra foi cancelada.", "The order was cancelled."),
            next: Sentence("Nada foi cobrado.", "Nothing was charged.")
        ),
        .other: otherwise,
    ]
}
