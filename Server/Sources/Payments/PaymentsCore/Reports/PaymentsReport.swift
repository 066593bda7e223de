import ChaveBase
import ChavePixModel

/// How many payments of which amount were made, by day, status and reason.
///
/// What it holds grows with days and reasons, never with payments.
public struct PaymentsReport: Sendable {
    /// What is counted together.
    public struct Group: Hashable, Sendable, Comparable {
        /// The day in Brasília on which the intent was made, `YYYY-MM-DD`.
        public let day: String
        public let status: String
        /// Empty where the status says it all.
        public let failureCode: String

        public static func < (lhs: Group, rhs: Group) -> Bool {
            (lhs.day, lhs.status, lhs.failureCode) < (rhs.day, rhs.status, rhs.failureCode)
        }
    }

    /// How many, and how much in all.
    public struct Sum: Hashable, Sendable {
        public private(set) var count: Int64 = 0
        public private(set) var centavos: Int64 = 0

        /// With two decimals: `12.34`.
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

    /// In the order of days, statuses and reasons.
    public var lines: [(group: Group, sum: Sum)] { sums.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } }

    /// By status, over all days and reasons.
    public var totals: [(status: String, sum: Sum)] {
        var totals: [String: Sum] = [:]
        for (group, sum) in sums { totals[group.status, default: Sum()].add(sum) }
        return totals.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}
