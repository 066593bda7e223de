public import ChaveBase
public import ChavePixModel

/// A choice among all payments; `nil` allows everything.
public struct PaymentFilter: Hashable, Sendable {
    /// The status as the API names it.
    public var status: String?
    /// A failure code.
    public var reason: String?
    public var institution: InstitutionID?
    public var merchant: OrganisationID?
    /// Both bounds are included.
    public var amountFrom: Money?
    public var amountTo: Money?
    public var from: Timestamp?
    /// Excluded.
    public var to: Timestamp?

    public init() {}
}

/// One page of payments.
public struct PaymentList: Hashable, Sendable {
    public var rows: [PaymentRow]
    /// The cursor of the next page; `nil` after the last page.
    public var next: PaymentIntentID?

    public init(rows: [PaymentRow], next: PaymentIntentID? = nil) {
        self.rows = rows
        self.next = next
    }
}

/// The numbers and sums of payments, by status.
public struct PaymentTally: Hashable, Sendable {
    public struct Line: Hashable, Sendable {
        public var count: Int
        public var amount: Money

        public init(count: Int, amount: Money) {
            self.count = count
            self.amount = amount
        }
    }

    /// By the status as the API names it; a status without a payment may be left out.
    public var lines: [String: Line]
    /// Whether older payments were not counted.
    public var isCut: Bool

    public init(lines: [String: Line], isCut: Bool = false) {
        self.lines = lines
        self.isCut = isCut
    }

    /// All of them.
    public var count: Int { lines.values.reduce(0) { $0 + $1.count } }
    /// The money that moved.
    public var paid: Money { lines["SUCCEEDED"]?.amount ?? .zero }

    /// The share of those that moved money among those that moved some or failed; `nil` before there is one.
    public var success: Double? {
        let (good, bad) = (lines["SUCCEEDED"]?.count ?? 0, lines["FAILED"]?.count ?? 0)
        return good + bad == 0 ? nil : Double(good) / Double(good + bad)
    }
}

/// The numbers of objects that need an operator, each counted up to ``most``.
public struct OpenProblems: Hashable, Sendable {
    public static let most = 100

    /// Webhook deliveries that were given up.
    public var parked: Int
    /// Payments that were approved ten minutes ago or earlier, and have no end.
    public var overdue: Int

    public init(parked: Int, overdue: Int) {
        self.parked = parked
        self.overdue = overdue
    }
}

/// A merchant as the console names it.
public struct MerchantName: Hashable, Sendable {
    public var id: OrganisationID
    public var name: String

    public init(id: OrganisationID, name: String) {
        self.id = id
        self.name = name
    }
}
