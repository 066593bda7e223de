import ChavePixModel
import GRDB
import PaymentsCore

extension Change {
    /// The statements that store this change, in the order in which their refusals count.
    ///
    /// The idempotency key comes first: a repeated request also repeats ids and external ids, and must hear of its key.
    func steps() throws -> [Step] {
        var steps: [Step] = []
        steps.reserveCapacity(writes.count + audit.count + events.count + 1)
        if let idempotency { steps.append(try idempotency.step()) }
        for write in writes { try write.appendSteps(to: &steps) }
        for entry in audit { steps.append(entry.insertion()) }
        for event in events { steps.append(event.insertion()) }
        return steps
    }
}

extension Change.Write {
    fileprivate func appendSteps(to steps: inout [Step]) throws {
        switch self {
        case .organisation(let organisation): steps.append(try organisation.replacement())
        case .insertAPIKey(let key): steps += try key.insertion()
        case .revokeAPIKey(let key): steps.append(try key.revocation())
        case .requireLiveKey(let id, let organisation): steps.append(APIKey.isLive(id, of: organisation))
        case .insertTokenFamily(let family): steps.append(try family.insertion())
        case .updateTokenFamily(let family, let refreshID):
            steps.append(try family.update(expectedRefreshID: refreshID))
        case .insertCustomer(let customer):
            steps.append(try customer.insertion())
            steps += customer.nameInsertions()
        case .updateCustomer(let customer, let expected, let schedule):
            steps += try customer.update(expected: expected, schedule)
        case .requireKnownCustomer(let id, let organisation): steps.append(Customer.isKnown(id, of: organisation))
        case .requireRoom(let room): steps += room.bounds.map { $0.guarding(room.organisation) }
        case .requireNothingOpen(let id, let organisation):
            steps.append(Customer.hasNothingOpen(id, of: organisation))
        case .eraseEnrollment(let enrollment, let expected): steps += try enrollment.erasure(expected: expected)
        case .erasePaymentIntent(let intent, let expected): steps.append(try intent.erasure(expected: expected))
        case .insertBankAccount(let account): steps.append(try account.insertion())
        case .updateBankAccount(let account): steps.append(account.update())
        case .enrollment(let enrollment, 0, let schedule): steps.append(try enrollment.insertion(schedule))
        case .enrollment(let enrollment, let expected, let schedule):
            steps.append(try enrollment.update(expected: expected, schedule))
        case .paymentIntent(let intent, 0, let schedule):
            steps.append(try intent.insertion(schedule))
            steps += intent.metadataInsertions()
        case .paymentIntent(let intent, let expected, let schedule):
            steps.append(try intent.update(expected: expected, schedule))
        case .annotatePaymentIntent(let intent, let old): steps += try intent.annotation(from: old)
        case .forgetMetadata(let intent): steps += intent.metadataDeletions()
        case .insertApp(let app): steps += try app.insertion()
        case .removeApp(let app): steps += try app.removal()
        case .insertCredential(let credential): steps.append(try credential.insertion())
        case .advanceCounter(let id, let organisation, let old, let new):
            steps.append(EnrolledCredential.counterAdvance(id, of: organisation, from: old, to: new))
        }
    }
}
