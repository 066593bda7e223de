import Pages

/// A field of the approval page; raw values are the names in its form.
enum ApprovalField: String, CaseIterable, Sendable {
    case account
    case transactionLimit = "transaction_limit"
    case dailyLimit = "daily_limit"
    case validity = "validity_days"
}

/// The holder's entries on the approval page that the bank did not understand.
struct ApprovalEntries {
    private let form: [String: String]
    /// The fields with values that the page does not offer, in the page's order.
    let wrong: [ApprovalField]

    init(form: [String: String], accounts: [AccountRecord]) {
        self.form = form
        wrong = ApprovalField.allCases.filter { field in
            let text = form[field.rawValue]
            return switch field {
            case .account: !accounts.contains { String($0.id) == text }
            case .transactionLimit, .dailyLimit: HolderDecision.limit(text) == nil
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
        return wrong.map { $0.sentence(say) }
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
