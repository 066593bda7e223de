public import ChaveBase
import ChavePixModel

/// The erasure of a person (LGPD): it completes once no operation of the person is under way at a bank.
public struct CustomerErasure: Hashable, Sendable, Codable {
    public let requestedAt: Timestamp
    public package(set) var completedAt: Timestamp?
    /// The time of the next check for operations that are still under way.
    public package(set) var retry: Retry
}

extension Customer {
    /// Removes every link from the CPF, the name and the merchant's own id to this customer.
    ///
    /// `nobody`, 32 random bytes, replaces the index of the identifier, because that index is unique.
    package mutating func requestErasure(at now: Timestamp, nobody: Digest) {
        version += 1
        identifierIndex = nobody
        nameIndexes = []
        externalID = nil
        maskedIdentifier = ""
        isProvisional = false
        erasure = CustomerErasure(requestedAt: now, retry: .none)
    }

    /// Removes the key and the data that it sealed.
    package mutating func completeErasure(at now: Timestamp) {
        version += 1
        key = nil
        particulars = nil
        erasure?.completedAt = now
        erasure?.retry = .none
    }

    package var erasureSchedule: Change.Schedule {
        guard let erasure, erasure.completedAt == nil else { return .never }
        return Change.Schedule(wakeAt: erasure.retry.nextAt ?? erasure.requestedAt, heldUntil: nil)
    }
}

extension Change {
    /// Adds the version of an enrollment that names nobody, with its audit row.
    ///
    /// Adds nothing when the enrollment already names nobody.
    package mutating func erasePerson(of old: Enrollment, at now: Timestamp) {
        var erased = old.withoutPerson
        guard erased != old else { return }
        audit.append(erased.advance(at: now, actor: "platform", action: "anonymized"))
        writes.append(.eraseEnrollment(erased, expected: old.version))
    }

    /// Adds the version of an intent that names nobody, with its audit row.
    ///
    /// Adds nothing when the intent already names nobody.
    package mutating func erasePerson(of old: PaymentIntent, at now: Timestamp) {
        var erased = old.withoutPerson
        guard erased != old else { return }
        audit.append(erased.advance(at: now, actor: "platform", action: "anonymized"))
        writes.append(.erasePaymentIntent(erased, expected: old.version))
        if old.details.metadata != nil { writes.append(.forgetMetadata(of: old)) }
    }
}

extension Enrollment {
    /// The parts of an ended enrollment that remain after the person is erased: ids, times, states and reasons.
    package var withoutPerson: Enrollment {
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
    /// The parts of an ended payment that remain after its payer is erased: ids, the amount, times, states and reasons.
    package var withoutPerson: PaymentIntent {
        var erased = self
        erased.details.description = Erased.text
        erased.details.statementDescription = Erased.text
        erased.details.metadata = nil
        erased.schedule = schedule?.withoutPerson
        if case .ended(var end) = state {
            end.message = nil
            erased.state = .ended(end)
        }
        return erased
    }
}

/// Stands for erased text in fields that must not be empty.
private enum Erased {
    static let text = "*****"
}
