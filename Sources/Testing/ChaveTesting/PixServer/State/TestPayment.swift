import ChaveBase
import ChavePixModel

/// A payment intent in the test server; times are milliseconds of the test's clock.
struct TestPayment {
    var resource: PaymentIntentResource
    /// The `Chave-Device` that created the intent: for any other device it does not exist.
    let device: String
    let enrollment: EnrollmentID
    let challenge: [UInt8]
    var version: Int64 = 1
    /// The time at which the consent expires, while the intent waits for its approval.
    var deadline: Int64?
    /// The assertion of the approval: the server accepts the same assertion again.
    var approval: AssertionCredential?
    var settlement: Settlement?

    struct Settlement {
        var due: Int64?
        var failure: FailureCode?
    }

    /// The next time at which the intent changes by itself; the days of a schedule do not count.
    ///
    /// Nothing waits for such a day: a read of a SCHEDULED payment is not held.
    var nextChange: Int64? {
        guard !resource.status.isFinal else { return nil }
        return [deadline, settlement?.due].compactMap(\.self).min()
    }

    mutating func change(at now: Timestamp, _ change: (inout PaymentIntentResource) -> Void) {
        change(&resource)
        resource.updatedAt = now
        version += 1
    }

    mutating func end(_ status: PaymentIntentStatus, _ failure: FailureCode?, at now: Timestamp) {
        deadline = nil
        change(at: now) { resource in
            resource.status = status
            resource.failureCode = failure
            resource.failureMessage = failure.map(TestPayment.message)
            for index in resource.charges.indices { resource.charges[index].end(failure, at: now) }
        }
    }

    static func message(of failure: FailureCode) -> String { "The payment ended: \(failure.rawValue)." }

    /// Applies the changes that are due by time alone; `bank` decides about the charges whose days have come.
    mutating func catchUp(_ moment: PixTestState.Moment, _ bank: PixTestBank) {
        guard !resource.status.isFinal else { return }
        settleDays(bank.settlement, at: moment.timestamp)
        if let settlement, let due = settlement.due, moment.milliseconds >= due {
            settle(settlement.failure, moment)
        } else if let deadline, moment.milliseconds >= deadline {
            end(.failed, .consentExpired, at: moment.timestamp)
        }
    }

    /// Ends the payment with the bank's decision; a payment on later days waits for them when the bank takes it.
    mutating func settle(_ failure: FailureCode?, _ moment: PixTestState.Moment) {
        if failure == nil, resource.schedule != nil {
            settlement = nil
            return change(at: moment.timestamp) { $0.status = .scheduled }
        }
        end(failure == nil ? .succeeded : .failed, failure, at: moment.timestamp)
    }
}
