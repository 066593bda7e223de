import ChavePixModel

/// The holder's decision on the approval page.
enum HolderDecision: Hashable, Sendable {
    case refuse
    case approve(HolderChoice)
}

/// The account and the limits that the holder chose.
struct HolderChoice: Hashable, Sendable {
    var account: Int64
    var limits: PaymentLimits
    /// The validity in days; `nil` for valid until revoked.
    var validityDays: Int?
}

extension HolderDecision {
    /// Reads the form; `nil` when a field has a value that the page does not offer, or a limit is above the bank's own.
    init?(form: [String: String], within bank: PaymentLimits) {
        switch form["decision"] {
        case "refuse": self = .refuse
        case "approve":
            guard let account = form[ApprovalField.account.rawValue].flatMap({ Int64($0) }),
                let transaction = Self.limit(form[ApprovalField.transactionLimit.rawValue]),
                let daily = Self.limit(form[ApprovalField.dailyLimit.rawValue]),
                let validity = Self.validity(form[ApprovalField.validity.rawValue])
            else { return nil }
            let limits = PaymentLimits(transaction: transaction.money, daily: daily.money)
            guard limits.isWithin(bank) else { return nil }
            self = .approve(HolderChoice(account: account, limits: limits, validityDays: validity.days))
        default: return nil
        }
    }

    /// Reads an amount, with or without the sign of its currency; an empty text means no limit.
    static func limit(_ text: String?) -> (money: Money?, Void)? {
        var text = (text ?? "").filter { !$0.isWhitespace }
        guard !text.isEmpty else { return (nil, ()) }
        if text.lowercased().hasPrefix("r$") { text.removeFirst(2) }
        guard let money = Money(written: text), money > .zero else { return nil }
        return (money, ())
    }

    static func validity(_ text: String?) -> (days: Int?, Void)? {
        guard let text, !text.isEmpty else { return (nil, ()) }
        guard let days = Int(text), (1...3_650).contains(days) else { return nil }
        return (days, ())
    }
}
