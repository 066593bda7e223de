import Pages

extension PaymentState {
    /// Where the payment stands, in a word or two.
    func word(_ say: PageLanguage) -> String {
        switch self {
        case .received: say("Em andamento", "Under way")
        case .held: say("Em análise no banco", "Being looked at")
        case .scheduled: say("Agendado", "Scheduled")
        case .settled: say("Pago", "Paid")
        case .rejected: say("Recusado", "Refused")
        case .cancelled: say("Cancelado", "Cancelled")
        }
    }

    /// The class of the style sheet that colours the word.
    var mark: String {
        switch self {
        case .received, .held, .scheduled: "state"
        case .settled: "state good"
        case .rejected, .cancelled: "state bad"
        }
    }

    /// What there is to say besides: why it was refused, or when it will be paid.
    func details(_ say: PageLanguage) -> HTML? {
        switch self {
        case .rejected(let reason): "\(reason.words(say))"
        case .scheduled(let time): say.moment(time)
        case .received, .held, .settled, .cancelled: nil
        }
    }
}

extension PaymentRejection {
    func words(_ say: PageLanguage) -> String {
        switch self {
        case .insufficientFunds: say("saldo insuficiente", "insufficient funds")
        case .sameAccount: say("a conta de destino é a de origem", "payer's and receiver's account are the same")
        }
    }
}
