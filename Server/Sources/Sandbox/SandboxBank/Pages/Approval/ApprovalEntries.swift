import ChavePixModel
import Pages

/// A field of the approval page; raw values are the names in its form.
enum ApprovalField: String, CaseIterable, Sendable {
    case account
    case transactionLimit = "transaction_limit"
    case dailyLimit = "daily_limit"
    case validity = "validity_days"
}

/// The holder's entries on the approval page that the bank did not understand or does not allow.
struct ApprovalEntries {
    private let form: [String: String]
    /// The bank's own limits.
    private let bank: PaymentLimits
    /// The fields with values that the page does not offer, or above the bank's own limits, in the page's order.
    let wrong: [ApprovalField]

    init(form: [String: String], accounts: [AccountRecord], bank: PaymentLimits) {
        self.form = form
        self.bank = bank
        wrong = ApprovalField.allCases.filter { field in
            let text = form[field.rawValue]
            return switch field {
            case .account: !accounts.contains { String($0.id) == text }
            case .transactionLimit, .dailyLimit:
                HolderDecision.limit(text).map { !PaymentLimits.isWithin($0.money, bank[field]) } ?? true
            case .validity: HolderDecision.validity(text) == nil
            }
        }
    }

    /// The entered text; empty when it cannot be part of an amount or a number, because a page repeats no other input.
    subscript(_ field: ApprovalField) -> String {
        let text = form[field.rawValue] ?? ""
        let isHarmless =
            text.utf8.count <= 24
            && text.unicodeScalars.allSatisfy { "0123456789.,-rR$ \u{A0}".unicodeScalars.contains($0) }
        return isHarmless ? text : ""
    }

    /// The advice for the holder.
    func sentences(_ say: PageLanguage) -> [String] {
        guard !wrong.isEmpty else { return [say("Escolha “Autorizar” ou “Recusar”.", "Choose “Allow” or “Refuse”.")] }
        return wrong.map { sentence($0, say) }
    }

    private func sentence(_ field: ApprovalField, _ say: PageLanguage) -> String {
        let isAmount = HolderDecision.limit(form[field.rawValue]) != nil
        guard isAmount, let most = bank[field] else { return field.sentence(say) }
        let name =
            field == .dailyLimit
            ? say("Limite por dia", "Limit per day") : say("Limite por pagamento", "Limit per payment")
        let amount = say.money(most)
        return say("\(name): este banco permite até \(amount).", "\(name): this bank allows up to \(amount).")
    }
}

extension PaymentLimits {
    /// The limit that a field asks for; `nil` for a field without a limit.
    fileprivate subscript(_ field: ApprovalField) -> Money? {
        switch field {
        case .transactionLimit: transaction
        case .dailyLimit: daily
        case .account, .validity: nil
        }
    }
}

extension ApprovalField {
    fileprivate func sentence(_ say: PageLanguage) -> String {
        switch self {
        case .account: say("Conta: escolha uma das suas.", "Account: choose one of yours.")
        case .transactionLimit:
            say(
                "Limite por pagamento: escreva um valor acima de zero, como 1.234,56.",
                "Limit per payment: write an amount above zero, such as 1,234.56."
            )
        case .dailyLimit:
            say(
                "Limite por dia: escreva um valor acima de zero, como 1.234,56.",
                "Limit per day: write an amount above zero, such as 1,234.56."
            )
        case .validity: say("Validade: escolha uma da lista.", "Valid for: choose one of the list.")
        }
    }
}
