import ChavePixModel
import InstitutionPort
import Pages

extension AccountRecord {
    /// The kind of the account, and whether it is a joint account.
    func kind(_ say: PageLanguage) -> String {
        let kind = account.accountType == "SVGS" ? say("Poupança", "Savings") : say("Conta corrente", "Checking")
        return approvers > 1 ? "\(kind) (\(say("conjunta", "joint")))" : kind
    }

    /// The available balance; the ledger lets no holder's account go below zero.
    var available: Money { Money(centavos: balance) ?? .zero }
}

extension PaymentLimits {
    /// The sentence about the bank's own limits.
    func sentence(_ say: PageLanguage) -> String {
        let transaction = transaction.map { amount in
            say("até \(say.money(amount)) por pagamento", "up to \(say.money(amount)) a payment")
        }
        let daily = daily.map { amount in
            say("até \(say.money(amount)) por dia", "up to \(say.money(amount)) a day")
        }
        let parts = [transaction, daily].compactMap { $0 }
        guard !parts.isEmpty else { return say("O banco não põe limite.", "The bank sets no limit.") }
        return say("O banco permite ", "The bank allows ") + parts.joined(separator: say(" e ", " and ")) + "."
    }
}
