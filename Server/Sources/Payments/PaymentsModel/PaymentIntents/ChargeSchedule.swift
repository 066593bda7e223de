public import ChaveBase
public import ChavePixModel
import ChaveWire

/// The later payments of an intent: the days that the payer approved, each with its charge.
public struct ChargeSchedule: Hashable, Sendable, Codable {
    /// The JSON text of ``plan``.
    private var planText: String
    /// One charge for each day, in the order of the days; at least one.
    public var charges: [ScheduledCharge]
    /// A cancellation that the bank has not answered yet.
    public var cancellation: Cancellation?
    /// The number of cancellations so far, which distinguishes their idempotency keys.
    public var cancellations: Int
    /// The cancellations of which the bank cancelled nothing, the last of each charge and the last of all.
    private var refusals: [Cancellation]?

    /// When the bank accepted the last cancellation, which it may carry out within the hour; by the clock of deadlines.
    public var cancelledAt: Timestamp?
    /// The same of the last cancellation of all that is left.
    public var allCancelledAt: Timestamp?
    /// When the bank refused the last one of which it cancelled nothing, by the same clock.
    public var refusedAt: Timestamp?

    /// A request to cancel, under way at the bank.
    public struct Cancellation: Hashable, Sendable, Codable {
        public var number: Int
        /// The charge to cancel; `nil` for all that have not come yet.
        public var charge: ChargeID?

        public init(number: Int, charge: ChargeID?) {
            self.number = number
            self.charge = charge
        }
    }

    /// The largest number of cancellations of one intent, which fits into an idempotency key.
    public static let largestCancellations = 99

    public init(_ plan: PaymentSchedule, charges: [ScheduledCharge]) {
        planText = plan.json.text
        self.charges = charges
        cancellations = 0
    }

    /// The rule of the days, as it was requested.
    public var plan: PaymentSchedule? { PaymentSchedule(stored: planText) }
}

/// The charge of one day.
public struct ScheduledCharge: Hashable, Sendable, Codable {
    public let id: ChargeID
    public let day: CalendarDate
    /// The id of the payment in Pix: of the day at 15:00 UTC, made once, never changed.
    public let endToEndID: EndToEndID
    /// The id of the bank's payment; `nil` until the bank reports it.
    public var bankPaymentID: String?
    /// The outcome; `nil` until there is one.
    public var end: End?
    public var changedAt: Timestamp

    /// The outcome of a charge.
    public enum End: Hashable, Sendable, Codable {
        case succeeded
        /// No money moved, and none will.
        case failed(PaymentIntentEnd)
    }

    public init(id: ChargeID, day: CalendarDate, endToEndID: EndToEndID, at now: Timestamp) {
        self.id = id
        self.day = day
        self.endToEndID = endToEndID
        changedAt = now
    }

    /// PENDING, SUCCEEDED or FAILED.
    public var status: ChargeStatus {
        switch end {
        case nil: .pending
        case .succeeded: .succeeded
        case .failed: .failed
        }
    }

    /// The reason why it moved no money; `nil` for every other charge.
    public var failure: PaymentIntentEnd? {
        guard case .failed(let failure) = end else { return nil }
        return failure
    }
}

/// The times of scheduled charges.
extension ScheduledCharge {
    /// The time that the payment's end-to-end id names (Open Finance Brasil: 15:00 UTC of the day).
    package var namedTime: Timestamp { ScheduledCharge.namedTime(of: day) }

    package static func namedTime(of day: CalendarDate) -> Timestamp {
        Timestamp(startOf: day).adding(seconds: 15 * 3_600)
    }

    /// When the day begins in Brasília (UTC−3): until then the payment alone can be cancelled.
    package var dayBegins: Timestamp { Timestamp(startOf: day).adding(seconds: 3 * 3_600) }

    /// Until when the payment can be cancelled together with others: 22:00 of the day before in Brasília.
    package var cancelsWithOthersUntil: Timestamp { dayBegins.adding(seconds: -2 * 3_600) }
}

extension ChargeSchedule {
    /// The charge with that id.
    public subscript(id: ChargeID) -> ScheduledCharge? { charges.first { $0.id == id } }

    /// The same without what the payer or the bank wrote.
    package var withoutPerson: ChargeSchedule {
        var erased = self
        if var plan {
            plan.additionalInformation = nil
            erased.planText = plan.json.text
        }
        for index in charges.indices {
            guard case .failed(var failure) = charges[index].end else { continue }
            failure.message = nil
            erased.charges[index].end = .failed(failure)
        }
        return erased
    }

    /// The charges without an outcome.
    public var open: [ScheduledCharge] { charges.filter { $0.end == nil } }

    /// The end of the whole, once every charge has an outcome.
    ///
    /// One charge that moved money makes it a success. Otherwise it failed, unless every charge was cancelled.
    package var outcome: PaymentIntentEvent? {
        guard open.isEmpty else { return nil }
        if charges.contains(where: { $0.end == .succeeded }) { return .settled }
        let failures = charges.compactMap(\.failure)
        let deciding = failures.first { $0.outcome == .failed } ?? failures.first
        return deciding.map(PaymentIntentEvent.refused)
    }

    /// The time at which the platform next reads the bank by itself.
    ///
    /// The next look comes a minute after the next charge's day begins, a quarter of an hour later from that day on, a minute
    /// later in the hour after a cancellation, and at the latest a day from now. A charge that is open a week after its day
    /// gets one look a day.
    package func nextLook(after now: Timestamp) -> Timestamp {
        if let cancelledAt, now < cancelledAt.adding(seconds: 3_600) { return now.adding(seconds: 60) }
        let latest = now.adding(seconds: PaymentIntentRules.schedulesCheckedEverySeconds)
        let watched = open.map(\.dayBegins).filter { now < $0.adding(seconds: 7 * 24 * 3_600) }
        guard let begins = watched.min() else { return latest }
        return min(begins > now ? begins.adding(seconds: 60) : now.adding(seconds: 15 * 60), latest)
    }

    /// The charges whose outcome or bank's id differs from that in `old`.
    package func changed(since old: ChargeSchedule) -> [ScheduledCharge] {
        zip(charges, old.charges).filter { $0.end != $1.end || $0.bankPaymentID != $1.bankPaymentID }.map(\.0)
    }

    /// Whether the bank refused the last cancellation of that charge; `nil` for that of all that is left.
    public func hasRefused(toCancel charge: ChargeID?) -> Bool { refusals?.contains { $0.charge == charge } ?? false }

    /// Notes what became of the cancellation that is under way.
    package mutating func end(_ cancellation: Cancellation, isRefused: Bool, at now: Timestamp) {
        self.cancellation = nil
        var refusals = (refusals ?? []).filter { $0.charge != cancellation.charge }
        if isRefused {
            refusals.append(cancellation)
            refusedAt = now
        } else {
            cancelledAt = now
            if cancellation.charge == nil { allCancelledAt = now }
        }
        self.refusals = refusals.isEmpty ? nil : refusals
    }

    /// Whether a charge is left that can be cancelled together with others.
    package func canBeCancelled(at now: Timestamp) -> Bool { open.contains { now < $0.cancelsWithOthersUntil } }

    /// Whether the bank has accepted the cancellation of all, and may still carry it out.
    package func isBeingCancelled(at now: Timestamp) -> Bool {
        allCancelledAt.map { now < $0.adding(seconds: 3_600) } ?? false
    }

    /// The part of the charges that an audit entry covers.
    package var auditText: String {
        let asked = cancellation.map { "\($0.number) \($0.charge?.text ?? "all")" } ?? ""
        let each = charges.map { charge in
            [
                charge.id.text, charge.day.iso, charge.endToEndID.text, charge.status.rawValue,
                charge.failure?.code.rawValue ?? "", charge.bankPaymentID ?? "",
            ].joined(separator: " ")
        }
        return ([asked] + each).joined(separator: "\n")
    }
}
