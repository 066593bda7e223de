import ChaveBase
import ChavePixModel

/// The limits of payments; `nil` sets no limit.
struct PaymentLimits: Hashable, Sendable {
    var transaction: Money?
    var daily: Money?

    /// Whether `amount` stays within both limits, after the payments in `spentToday`.
    func allow(_ amount: Money, spentToday: Money) -> Bool {
        if let transaction, amount > transaction { return false }
        guard let daily else { return true }
        guard let total = spentToday.adding(amount) else { return false }
        return total <= daily
    }

    /// Whether neither limit is above the bank's own.
    func isWithin(_ bank: PaymentLimits) -> Bool {
        PaymentLimits.isWithin(transaction, bank.transaction) && PaymentLimits.isWithin(daily, bank.daily)
    }

    /// Whether a holder's limit is not above the bank's limit of the same kind; without one, the bank's counts.
    static func isWithin(_ limit: Money?, _ bank: Money?) -> Bool {
        guard let limit, let bank else { return true }
        return limit <= bank
    }
}

/// Amounts with a fixed outcome, so that a tester gets a failure without emptying an account.
enum AmountOutcome: Hashable, Sendable, CaseIterable {
    /// The balance and the limits decide.
    case real
    /// 100.01 to 200.00: the payment ends with SALDO_INSUFICIENTE.
    case insufficientFunds
    /// 200.01 to 300.00: the bank refuses the authorisation and rejects the consent (REJECTED).
    case authorisationRefused

    init(_ amount: Money) {
        switch amount.centavos {
        case 100_01...200_00: self = .insufficientFunds
        case 200_01...300_00: self = .authorisationRefused
        default: self = .real
        }
    }
}
