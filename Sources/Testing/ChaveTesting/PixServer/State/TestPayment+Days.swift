import ChaveBase
import ChavePixModel

/// A payment on later days: one charge for each day, which settles on its day unless it was cancelled before.
extension TestPayment {
    /// Settles the charges whose days have come; a bank that never answers leaves them as they are.
    mutating func settleDays(_ settlement: PixTestBank.Settlement, at now: Timestamp) {
        guard resource.status == .scheduled else { return }
        switch settlement {
        case .settles: endCharges(nil, at: now) { $0.hasComeDue(at: now) }
        case .fails(let code): endCharges(code, at: now) { $0.hasComeDue(at: now) }
        case .neverAnswers: return
        }
    }

    /// Cancels the charges that a bank still cancels together; `false` when there is none.
    mutating func cancelDays(at now: Timestamp) -> Bool {
        endCharges(.canceled, at: now) { $0.isCancelledWithOthers(at: now) }
    }

    /// Ends waiting charges with the bank's decision, and the payment with the last of them; `false` when there is none.
    @discardableResult
    mutating func endCharges(
        _ failure: FailureCode?,
        at now: Timestamp,
        where isMeant: (ChargeResource) -> Bool
    ) -> Bool {
        let ending = resource.charges.indices.filter { index in
            resource.charges[index].status == .pending && isMeant(resource.charges[index])
        }
        guard !ending.isEmpty else { return false }
        change(at: now) { resource in
            for index in ending { resource.charges[index].end(failure, at: now) }
            resource.endWithItsLastCharge()
        }
        return true
    }
}

extension PaymentIntentResource {
    /// One charge that moved money makes a success of the whole; otherwise it failed, unless each charge was cancelled.
    fileprivate mutating func endWithItsLastCharge() {
        guard !charges.contains(where: { $0.status == .pending }) else { return }
        guard !charges.contains(where: { $0.status == .succeeded }) else { return status = .succeeded }
        let deciding = charges.compactMap(\.failureCode).first { $0 != .canceled } ?? .canceled
        status = deciding == .canceled ? .canceled : .failed
        failureCode = deciding
        failureMessage = TestPayment.message(of: deciding)
    }
}

extension ChargeResource {
    mutating func end(_ failure: FailureCode?, at now: Timestamp) {
        status = failure == nil ? .succeeded : .failed
        failureCode = failure
        failureMessage = failure.map(TestPayment.message)
        updatedAt = now
    }

    /// Whether its day's time of settlement has come: 15:00 UTC (Open Finance Brasil).
    fileprivate func hasComeDue(at now: Timestamp) -> Bool { scheduledFor.map { now >= .settlement(on: $0) } ?? false }

    /// Whether the bank cancels it together with others: until 22:00 of the day before in Brasília, 01:00 UTC.
    fileprivate func isCancelledWithOthers(at now: Timestamp) -> Bool {
        scheduledFor.map { now < Timestamp(startOf: $0).adding(seconds: 3_600) } ?? false
    }
}

extension Timestamp {
    /// The time that the end-to-end id of a payment on that day names.
    static func settlement(on day: CalendarDate) -> Timestamp { Timestamp(startOf: day).adding(seconds: 15 * 3_600) }
}
