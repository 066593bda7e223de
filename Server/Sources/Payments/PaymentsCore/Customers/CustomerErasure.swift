public import ChaveBase
import ChavePixModel

/// The erasure of a person (LGPD): asked for, and done once nothing of theirs is under way at a bank.
public struct CustomerErasure: Hashable, Sendable, Codable {
    public let requestedAt: Timestamp
    public internal(set) var completedAt: Timestamp?
    /// When it is looked at again what is still under way.
    public internal(set) var retry: Retry
}

extension Customer {
    /// Nothing leads from CPF, name or the merchant's own id to this customer any more.
    ///
    /// `nobody` takes the place of the identifier's index, which is unique: 32 random bytes.
    mutating func requestErasure(at now: Timestamp, nobody: Digest) {
        version += 1
        identifierIndex = nobody
        nameIndexes = []
        externalID = nil
        maskedIdentifier = ""
        isProvisional = false
        erasure = CustomerErasure(requestedAt: now, retry: .none)
    }

    /// The key and what it sealed are gone.
    mutating func completeErasure(at now: Timestamp) {
        version += 1
        key = nil
        particulars = nil
        erasure?.completedAt = now
        erasure?.retry = .none
    }

    var erasureSchedule: Change.Schedule {
        guard let erasure, erasure.completedAt == nil else { return .never }
        return Change.Schedule(wakeAt: erasure.retry.nextAt ?? erasure.requestedAt, heldUntil: nil)
    }
}

extension Change {
    /// The version of an enrollment that names nobody, with its audit row; nothing where it names nobody already.
    mutating func erasePerson(of old: Enrollment, at now: Timestamp) {
        var erased = old.withoutPerson
        guard erased != old else { return }
        audit.append(erased.advance(at: now, actor: "platform", action: "anonymized"))
        writes.append(.eraseEnrollment(erased, expected: old.version))
    }

    /// The same of an intent.
    mutating func erasePerson(of old: PaymentIntent, at now: Timestamp) {
        var erased = old.withoutPerson
        guard erased != old else { return }
        audit.append(erased.advance(at: now, actor: "platform", action: "anonymized"))
        writes.append(.erasePaymentIntent(erased, expected: old.version))
        if old.details.metadata != nil { writes.append(.forgetMetadata(of: old)) }
    }
}

extension Enrollment {
    /// What is left of an enrollment that has ended once its person is erased: ids, times, states and reasons.
    var withoutPerson: Enrollment {
        var erased = self
        erased.name = nil
        erased.externalID = nil
        erased.metadata = nil
        erased.deviceID = Erased.text
        erased.redirectURL = nil
        erased.bank?.account = nil
        if case .ended(var end, let atBank) = state {
            end.message = nil
            erased.state = .ended(end, atBank: atBank)
        }
        return erased
    }
}

extension PaymentIntent {
    /// What is left of a payment that has ended once its payer is erased: ids, the amount, times, states and reasons.
    var withoutPerson: PaymentIntent {
        var erased = self
        erased.details.description = Erased.text
        erased.details.statementDescription = Erased.text
        erased.details.metadata = nil
        if case .ended(var end) = state {
            end.message = nil
            erased.state = .ended(end)
        }
        return erased
    }
}

/// What stands where something was erased and a text must stand.
private enum Erased {
    static let text = "*****"
}
