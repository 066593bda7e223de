import ChaveBase
import ChavePixModel

/// A payment intent as the test server keeps it; moments are milliseconds of the test's clock.
struct TestPayment {
    var resource: PaymentIntentResource
    /// The `Chave-Device` that made it: for another one it does not exist.
    let device: String
    let enrollment: EnrollmentID
    let challenge: [UInt8]
    var version: Int64 = 1
    /// When the consent lapses, while it waits for its approval.
    var deadline: Int64?
    /// What it was approved with: the same again is accepted again.
    var approval: AssertionCredential?
    var settlement: Settlement?

    struct Settlement {
        var due: Int64?
        var failure: FailureCode?
    }

    /// The next moment at which it changes by itself.
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

    /// Lets happen what time alone brings.
    mutating func catchUp(_ moment: PixTestState.Moment) {
        guard !resource.status.isFinal else { return }
        if let settlement, let due = settlement.due, moment.milliseconds >= due {
            settle(settlement.failure, moment)
        } else if let deadline, moment.milliseconds >= deadline {
            end(.failed, .consentExpired, at: moment.timestamp)
        }
    }

    /// The bank's last word.
    mutating func settle(_ failure: FailureCode?, _ moment: PixTestState.Moment) {
        end(failure == nil ? .succeeded : .failed, failure, at: moment.timestamp)
    }
}
