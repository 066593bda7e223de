import ChaveBase
import ChavePixModel

/// How much may be paid; `nil` sets no limit.
struct PaymentLimits: Hashable, Sendable {
    var transaction: Money?
    var daily: Money?

    /// Whether `amount` stays within both, `spentToday` having been paid before it.
    func allow(_ amount: Money, spentToday: Money) -> Bool {
        if let transaction, amount > transaction { return false }
        guard let daily else { return true }
        guard let total = spentToday.adding(amount) else { return false }
        return total <= daily
    }
}

/// Amounts with an outcome of their own, so that a tester gets a failure without emptying an account.
enum AmountOutcome: Hashable, Sendable, CaseIterable {
    /// By balance and limits.
    case real
    /// 100.01 to 200.00: the payment ends with SALDO_INSUFICIENTE.
    case insufficientFunds
    /// 200.01 to 300.00: the authorisation is refused and the consent REJECTED.
    case authorisationRefused

    init(_ amount: Money) {
        switch amount.centavos {
        case 100_01...200_00: self = .insufficientFunds
        case 200_01...300_00: self = .authorisationRefused
        default: self = .real
        }
    }
}
