import ChaveBase
import ChavePixModel
import ChaveWire
import Pages

/// A choice of payments as an address has it.
///
/// Parameters that cannot be understood stand in ``faults`` and choose nothing. The page names them.
struct PaymentChoice {
    private(set) var status: String?
    private(set) var reason: String?
    private(set) var institution: InstitutionID?
    private(set) var merchant: OrganisationID?
    private(set) var amountFrom: Money?
    private(set) var amountTo: Money?
    private(set) var period = PaymentPeriod.all
    private(set) var cursor: PaymentIntentID?
    /// The parameters that were not understood.
    private(set) var faults: [String] = []

    /// The texts of the fields, as they were typed.
    let typed: [String: String]

    static let statuses = PaymentIntentStatus.all.map(\.rawValue)

    init(_ query: [String: String]) {
        typed = query.filter { !$0.value.isEmpty }
        let typed = typed
        status = read("status") { text in PaymentChoice.statuses.first { $0 == text } }
        reason = read("reason") { text in FailureCode.all.map(\.rawValue).first { $0 == text } }
        institution = read("bank") { InstitutionID($0) }
        merchant = read("merchant") { OrganisationID($0) }
        amountFrom = read("from_amount", PaymentChoice.amount)
        amountTo = read("to_amount", PaymentChoice.amount)
        cursor = read("before") { PaymentIntentID($0) }
        let named = read("period") { text in PaymentPeriod.named.first { $0.name == text }?.period }
        let (from, to) = (read("from") { CalendarDate(iso: $0) }, read("to") { CalendarDate(iso: $0) })
        period = typed["from"] != nil || typed["to"] != nil ? .days(from: from, to: to) : named ?? .all
    }

    private mutating func read<Value>(_ name: String, _ reading: (String) -> Value?) -> Value? {
        guard let text = typed[name] else { return nil }
        let value = reading(text)
        if value == nil { faults.append(name) }
        return value
    }

    /// Reads an amount as people write it: `1.234,56`, `1234,56`, `1234.56` or `1234`.
    static func amount(_ text: String) -> Money? {
        let text = text.replacing("R$", with: "").filter { !$0.isWhitespace }
        guard text.contains(",") else { return Money(decimal: text) }
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        let groups = parts[0].split(separator: ".", omittingEmptySubsequences: false)
        // Points separate thousands, or there are none.
        guard groups.count == 1 || groups.dropFirst().allSatisfy({ $0.count == 3 }) && groups[0].count <= 3 else {
            return nil
        }
        return Money(decimal: "\(groups.joined()).\(parts[1])")
    }

    func filter(at now: Timestamp) -> PaymentFilter {
        var filter = PaymentFilter()
        (filter.status, filter.reason) = (status, reason)
        (filter.institution, filter.merchant) = (institution, merchant)
        (filter.amountFrom, filter.amountTo) = (amountFrom, amountTo)
        (filter.from, filter.to) = period.bounds(at: now)
        return filter
    }

    var isEverything: Bool { address(leaving: "before").isEmpty }

    // MARK: Addresses

    private static let order = [
        "status", "period", "from", "to", "bank", "merchant", "from_amount", "to_amount", "reason", "before",
    ]

    /// The query of the same choice with other fields, with its question mark; an empty text for all.
    func address(leaving left: String..., setting set: [(name: String, value: String)] = []) -> String {
        var fields = typed.filter { PaymentChoice.order.contains($0.key) && !left.contains($0.key) }
        // Another choice begins at its first page.
        if !set.isEmpty { fields["before"] = nil }
        for (name, value) in set { fields[name] = value }
        let texts = PaymentChoice.order.compactMap { name in
            fields[name].map { "\(name)=\(PercentEncoding.encode($0))" }
        }
        return texts.isEmpty ? "" : "?\(texts.joined(separator: "&"))"
    }
}
