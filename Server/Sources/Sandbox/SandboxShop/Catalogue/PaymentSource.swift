import ChavePixModel
import Pages

/// An account that can pay, and whether this browser has its passkey.
struct PaymentSource: Sendable {
    let enrollment: EnrollmentResource
    let bank: String
    let isHere: Bool

    /// The bank and the account; for a passkey elsewhere also the time of the enrollment.
    func title(_ say: PageLanguage) -> String {
        isHere ? account : "\(account) (\(say("em outro lugar", "elsewhere")), \(say.time(enrollment.createdAt)))"
    }

    /// The bank and the account, masked: `Banco Ipê *****0117`.
    var account: String {
        [bank, enrollment.details.payerInformation?.number ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
    }
}

extension EnrollmentDetails {
    /// The limits that the holder set at the bank; the bank's own limits are not known.
    func limits(_ say: PageLanguage) -> [HTML] {
        [
            (say("Limite por pagamento", "Limit for a payment"), transactionLimit),
            (say("Limite por dia", "Limit for a day"), dailyLimit),
        ].compactMap { name, limit in
            limit.flatMap { Money(decimal: $0) }.map { "<dt>\(name)</dt><dd>\(say.money($0))</dd>\n" }
        }
    }

    /// The holder's own limit for a payment, when the amount exceeds it.
    func exceededLimit(by amount: Money, _ say: PageLanguage) -> HTML {
        guard let limit = transactionLimit.flatMap({ Money(decimal: $0) }), amount > limit else { return "" }
        return "<dt>\(say("O seu limite por pagamento", "Your limit for a payment"))</dt><dd>\(say.money(limit))</dd>\n"
    }
}
