import Pages

extension PaymentState {
    /// The payment's state in a word or two.
    func word(_ say: PageLanguage) -> String {
        switch self {
        case .received, .checked, .clearing: say("Em andamento", "Under way")
        case .held: say("Em análise no banco", "Being looked at")
        case .scheduled: say("Agendado", "Scheduled")
        case .settled: say("Pago", "Paid")
        case .rejected: say("Recusado", "Refused")
        case .cancelled: say("Cancelado", "Cancelled")
        }
    }

    /// The style sheet's class that colours the state.
    var mark: String {
        switch self {
        case .received, .held, .scheduled, .checked, .clearing: "state"
        case .settled: "state good"
        case .rejected, .cancelled: "state bad"
        }
    }

    /// The details of the state: the reason of a refusal, or the day of a scheduled payment.
    func details(_ say: PageLanguage) -> HTML? {
        switch self {
        case .rejected(let reason): "\(reason.words(say))"
        case .scheduled(let time): say.moment(time)
        case .received, .held, .checked, .clearing, .settled, .cancelled: nil
        }
    }
}

extension PaymentRejection {
    func words(_ say: PageLanguage) -> String {
        switch self {
        case .insufficientFunds: say("saldo insuficiente", "insufficient funds")
        case .sameAccount: say("a conta de destino é a de origem", "payer's and receiver's account are the same")
        case .detailInvalid: say("dados do pagamento inválidos", "details of the payment are wrong")
        case .refusedByHolderBank: say("recusado pelo banco", "refused by the bank")
        case .amountInvalid: say("valor inválido", "the amount is wrong")
        case .amountOverLimit: say("valor acima do limite", "the amount is above a limit")
        case .chargeInvalid: say("cobrança inválida", "the charge is wrong")
        }
    }
}
