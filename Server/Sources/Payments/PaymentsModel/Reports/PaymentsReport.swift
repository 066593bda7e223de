import ChaveBase
import ChavePixModel

/// The number and the amount of payments, by day, status and reason.
///
/// Its memory grows with days and reasons, never with payments.
public struct PaymentsReport: Sendable {
    /// The key under which payments are counted together.
    public struct Group: Hashable, Sendable, Comparable {
        /// The day in Brasília on which the intent was made, `YYYY-MM-DD`.
        public let day: String
        public let status: String
        /// The failure code; empty when the status has none.
        public let failureCode: String

        package init(day: String, status: String, failureCode: String) {
            self.day = day
            self.status = status
            self.failureCode = failureCode
        }

        public static func < (lhs: Group, rhs: Group) -> Bool {
            (lhs.day, lhs.status, lhs.failureCode) < (rhs.day, rhs.status, rhs.failureCode)
        }
    }

    /// The count and the total amount.
    public struct Sum: Hashable, Sendable {
        public private(set) var count: Int64 = 0
        public private(set) var centavos: Int64 = 0

        /// The amount with two decimals: `12.34`.
        public var amount: String {
            let rest = centavos % 100
            return "\(centavos / 100).\(rest < 10 ? "0" : "")\(rest)"
        }

        mutating func add(_ amount: Money) {
            count += 1
            centavos += amount.centavos
        }

        mutating func add(_ other: Sum) {
            count += other.count
            centavos += other.centavos
        }
    }

    private var sums: [Group: Sum] = [:]

    public init() {}

    public mutating func add(_ intent: PaymentIntent) {
        let group = Group(
            day: intent.createdAt.adding(seconds: -3 * 60 * 60).isoDate,
            status: intent.status.rawValue,
            failureCode: intent.end?.code.rawValue ?? ""
        )
        sums[group, default: Sum()].add(intent.amount)
    }

    /// The groups with their sums, in the order of days, statuses and reasons.
    public var lines: [(group: Group, sum: Sum)] { sums.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } }

    /// The sums by status, over all days and reasons.
    public var totals: [(status: String, sum: Sum)] {
        var totals: [String: Sum] = [:]
        for (group, sum) in sums { totals[group.status, default: Sum()].add(sum) }
        return totals.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}
