import ChavePixModel

/// The event and the next step, in both languages, for each reason of the API.
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

    /// The text of a reason; a reason unknown to this version gets the text of ``StatusReasonCode/other``.
    static func of(_ reason: StatusReasonCode) -> Text { enrollments[reason] ?? otherwise }
    static func of(_ code: FailureCode) -> Text { payments[code] ?? unpaid }

    private static let again = Sentence(
        "Nada foi cobrado. Faça a compra de novo.",
        "Nothing was charged. Place the order again."
    )
    private static let enrollAgain = Sentence(
        "Vincule o navegador de novo quando quiser.",
        "Enroll the browser again whenever you like."
    )
    private static let otherwise = Text(
        what: Sentence("O banco não aceitou, e não disse por quê.", "The bank did not accept it, and did not say why."),
        next: Sentence(
            "Nada foi vinculado. Tente de novo, ou pergunte ao banco.",
            "Nothing was enrolled. Try again, or ask the bank."
        )
    )
    private static let unpaid = Text(
        what: Sentence("O banco não pagou, e não disse por quê.", "The bank did not pay, and did not say why."),
        next: Sentence(
            "Nada foi cobrado. Faça a compra de novo, ou pergunte ao banco.",
            "Nothing was charged. Place the order again, or ask the bank."
        )
    )

    static let enrollments: [StatusReasonCode: Text] = [
        .riskSignalsRejected: Text(
            what: Sentence(
                "Para o banco, este navegador parece arriscado demais para um vínculo.",
                "To the bank this browser looks too risky to be enrolled."
            ),
            next: Sentence(
                "Tente de novo compartilhando a localização, ou de outro navegador ou de outra rede.",
                "Try again and share your location, or use another browser or another network."
            )
        ),
        .redirectionFailed: Text(
            what: Sentence("A volta do banco para a loja falhou.", "The way back from the bank to the shop failed."),
            next: Sentence(
                "Nada foi vinculado. Comece o vínculo de novo.",
                "Nothing was enrolled. Start the enrollment again."
            )
        ),
        .rejectedByUser: Text(
            what: Sentence(
                "O vínculo foi recusado no banco, ou cancelado aqui.",
                "The enrollment was refused at the bank, or cancelled here."
            ),
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
            next: Sentence(
                "O banco espera 15 minutos pela autorização e 5 pela chave de acesso. Comece de novo: leva um minuto.",
                "The bank waits 15 minutes for your approval and 5 for the passkey. Start again: it takes a minute."
            )
        ),
        .tooManyChallenges: Text(
            what: Sentence(
                "Foram tentativas demais para este vínculo.",
                "There were too many attempts for this enrollment."
            ),
            next: enrollAgain
        ),
        .deviceIncompatible: Text(
            what: Sentence(
                "O banco não aceita este tipo de aparelho ou de chave.",
                "The bank does not take this kind of device or key."
            ),
            next: Sentence(
                "Tente com outro aparelho, ou com uma chave de segurança.",
                "Try another device, or a security key."
            )
        ),
        .institutionUnavailable: Text(
            what: Sentence("O banco não respondeu a tempo.", "The bank did not answer in time."),
            next: Sentence(
                "Nada foi vinculado. Tente de novo mais tarde, ou escolha outro banco.",
                "Nothing was enrolled. Try again later, or choose another bank."
            )
        ),
        .institutionPolicy: Text(
            what: Sentence(
                "A política do banco não permite este vínculo.",
                "The bank's policy does not allow this enrollment."
            ),
            next: Sentence(
                "Não adianta tentar de novo: escolha outro banco, ou pergunte a este por quê.",
                "Trying again will not help: choose another bank, or ask this one why."
            )
        ),
        .fidoFailed: Text(
            what: Sentence("O banco não aceitou a chave de acesso.", "The bank did not accept the passkey."),
            next: Sentence(
                "Vincule de novo; se repetir, use outro aparelho ou uma chave de segurança.",
                "Enroll again; if it happens again, use another device or a security key."
            )
        ),
        .holderMismatch: Text(
            what: Sentence(
                "Quem entrou no banco não é a pessoa que compra aqui.",
                "Whoever signed in at the bank is not the person who buys here."
            ),
            next: Sentence(
                "Vincule de novo e entre no banco com o CPF de quem compra aqui, ou troque de pessoa na loja.",
                "Enroll again and sign in at the bank with the CPF of the person who buys here, or change person in the shop."
            )
        ),
        .revokedByUser: Text(
            what: Sentence(
                "Este vínculo foi revogado, aqui ou no banco: não paga mais.",
                "This enrollment was revoked, here or at the bank: it can no longer pay."
            ),
            next: enrollAgain
        ),
        .revokedByInstitution: Text(
            what: Sentence("O banco encerrou este vínculo.", "The bank ended this enrollment."),
            next: Sentence(
                "Pergunte ao banco por quê, ou vincule o navegador de novo.",
                "Ask the bank why, or enroll the browser again."
            )
        ),
        .validityExpired: Text(
            what: Sentence(
                "A validade escolhida no banco para este vínculo terminou.",
                "The validity that was chosen at the bank for this enrollment is over."
            ),
            next: enrollAgain
        ),
        .insufficientFunds: Text(
            what: Sentence("A conta não tem saldo.", "The account has no funds."),
            next: Sentence(
                "Vincule de novo e escolha outra conta na página do banco.",
                "Enroll again and choose another account on the bank's page."
            )
        ),
        .other: otherwise,
    ]

    static let payments: [FailureCode: Text] = [
        .consentExpired: Text(
            what: Sentence(
                "O pagamento não foi confirmado a tempo: o banco espera 5 minutos.",
                "The payment was not confirmed in time: the bank waits 5 minutes."
            ),
            next: again
        ),
        .consentRejected: Text(
            what: Sentence("O banco não aceitou este pagamento.", "The bank did not accept this payment."),
            next: Sentence(
                "Nada foi cobrado. A conta pode ter sido encerrada, ou ser conjunta e precisar de mais alguém: pague de outra.",
                "Nothing was charged. The account may be closed, or a joint one that needs somebody else too: pay from another."
            )
        ),
        .enrollmentRevoked: Text(
            what: Sentence(
                "O vínculo com o banco terminou antes do pagamento.",
                "The enrollment at the bank ended before the payment."
            ),
            next: Sentence(
                "Nada foi cobrado. Vincule este navegador para pagar.",
                "Nothing was charged. Enroll this browser to pay."
            )
        ),
        .biometricValidationError: Text(
            what: Sentence("A chave de acesso não foi aceita.", "The passkey was not accepted."),
            next: Sentence(
                "Nada foi cobrado. Faça a compra de novo; se repetir, vincule este navegador de novo.",
                "Nothing was charged. Place the order again; if it happens again, enroll this browser again."
            )
        ),
        .riskRefused: Text(
            what: Sentence(
                "O banco recusou este pagamento por segurança.",
                "The bank refused this payment for safety."
            ),
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
                "O valor passa de um limite: o que você escolheu no banco, ou o do próprio banco.",
                "The amount is over a limit: the one you chose at the bank, or the bank's own."
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
            next: Sentence(
                "Nada foi cobrado. Faça a compra de novo daqui a pouco, ou pague de outro banco.",
                "Nothing was charged. Place the order again in a while, or pay from another bank."
            )
        ),
        .chargeSettlementFailed: Text(
            what: Sentence("O banco não concluiu o pagamento.", "The bank did not complete the payment."),
            next: again
        ),
        .chargeSettlementTimeout: Text(
            what: Sentence(
                "O banco não pagou a tempo, e o pedido não vale mais.",
                "The bank did not pay in time, and the request is no longer valid."
            ),
            next: again
        ),
        .canceled: Text(
            what: Sentence("A compra foi cancelada.", "The order was cancelled."),
            next: Sentence(
                "Nada foi cobrado. Se ainda quiser, faça a compra de novo.",
                "Nothing was charged. If you still want it, place the order again."
            )
        ),
        .other: unpaid,
    ]
}
