import Pages

/// The meanings of the state machines' events, for a reader of a timeline.
enum ActionTexts {
    /// The text of an event; an event without a text here is shown by its name.
    static func text(_ action: String, _ say: PageLanguage) -> String {
        texts[action].map { say($0.portuguese, $0.english) } ?? ""
    }

    static let texts: [String: (portuguese: String, english: String)] = [
        "created": ("Criado", "Created"),
        // Enrollments.
        "bank-created": ("O banco criou o vínculo", "The bank made its enrollment"),
        "signals-accepted": ("O banco aceitou os sinais de risco", "The bank took the risk signals"),
        "redirect-ready": ("O endereço do banco está pronto", "The bank's address is ready"),
        "callback": ("O titular voltou do banco", "The holder came back from the bank"),
        "callback-failed": ("A volta do banco não autoriza", "The return from the bank does not authorise"),
        "exchange-marked": ("O código vai ao banco", "The code goes to the bank"),
        "tokens": ("O banco deu os tokens", "The bank gave its tokens"),
        "holder-confirmed": ("O titular é o cliente", "The holder is the customer"),
        "options": ("O banco deu as opções da chave de acesso", "The bank gave the passkey's options"),
        "attestation": ("A chave de acesso foi aceita", "The passkey was accepted"),
        "registration-marked": ("O registro vai ao banco", "The registration goes to the bank"),
        "registered": ("O banco registrou a chave: pode pagar", "The bank registered the key: it can pay"),
        "withdrawn": ("A plataforma desistiu", "The platform gave it up"),
        "bank-ended": ("O banco encerrou", "The bank ended it"),
        "ended-at-bank": ("Encerrado também no banco", "Ended at the bank too"),
        "checked": ("Comparado com o banco", "Compared with the bank"),
        "check-due": ("Será comparado com o banco", "To be compared with the bank"),
        "expired": ("A validade terminou", "Its validity ended"),
        // Payments.
        "consent-created": ("O banco criou o consentimento", "The bank made the consent"),
        "challenge": ("O banco deu o desafio", "The bank gave the challenge"),
        "approval": (
            "O pagador aprovou com a chave; a autorização vai ao banco",
            "The payer approved with the key; the authorisation goes to the bank"
        ),
        // Older builds wrote this event as a separate step.
        "authorisation-marked": ("A autorização vai ao banco", "The authorisation goes to the bank"),
        "approval-invalid": ("A assinatura não vale", "The signature does not hold"),
        "authorised": (
            "O banco autorizou; o pagamento vai ao banco", "The bank authorised; the payment goes to the bank"
        ),
        "consumed": ("O consentimento já foi usado pelo pagamento", "The payment has used the consent up"),
        "schedule-known": ("O banco tem os pagamentos agendados", "The bank has the scheduled payments"),
        "schedule-read": ("O banco informou sobre os agendamentos", "The bank told about the schedule"),
        "cancellation-asked": ("Cancelamento pedido", "Cancellation asked for"),
        "cancellation-answered": ("O banco aceitou o cancelamento", "The bank took the cancellation"),
        "cancellation-refused": ("O banco recusou o cancelamento", "The bank refused the cancellation"),
        "payment-known": ("O banco tem o pagamento", "The bank has the payment"),
        "settled": ("Liquidado", "Settled"),
        "consent-lapsed": ("O consentimento terminou sem uso", "The consent ended unused"),
        "ground-lost": ("O vínculo ou a conta não vale mais", "The enrollment or the account is not valid any more"),
        // Enrollments and payments.
        "refused": ("O banco recusou", "The bank refused"),
        "cancel": ("Cancelado", "Canceled"),
        "clock-tick": ("O prazo acabou", "The time was up"),
        "anonymized": ("Os dados pessoais foram apagados", "What was personal was erased"),
    ]
}
