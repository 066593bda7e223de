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

    /// The next time at which the intent changes by itself.
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
            resource.failureMessage = failure.map { "The payment ended: \($0.rawValue)." }
            for index in resource.charges.indices {
                resource.charges[index].status = status == .succeeded ? .succeeded : .failed
                resource.charges[index].failureCode = failure
                resource.charges[index].failureMessage = resource.failureMessage
                resource.charges[index].updatedAt = now
            }
        }
    }

    /// Applies the changes that are due by time alone.
    mutating func catchUp(_ moment: PixTestState.Moment) {
        guard !resource.status.isFinal else { return }
        if let settlement, let due = settlement.due, moment.milliseconds >= due {
            settle(settlement.failure, moment)
        } else if let deadline, moment.milliseconds >= deadline {
            end(.failed, .consentExpired, at: moment.timestamp)
        }
    }

    /// Ends the payment with the bank's decision.
    mutating func settle(_ failure: FailureCode?, _ moment: PixTestState.Moment) {
        end(failure == nil ? .succeeded : .failed, failure, at: moment.timestamp)
    }
}
