import ChaveBase
import PaymentsModel
import SQLPort

extension Change {
    /// Whether there is nothing to store.
    var isEmpty: Bool { writes.isEmpty && events.isEmpty && audit.isEmpty && idempotency == nil }

    /// The statements that store this change without its events, in the order in which their refusals count.
    ///
    /// The idempotency key comes first: a repeated request also repeats ids and external ids, and must get the refusal
    /// about its key. The holds of `node` contain its number.
    func statements(of node: Int64) throws -> [SQLStatement] {
        var statements: [SQLStatement] = []
        statements.reserveCapacity(writes.count + audit.count + events.count + 2)
        if let idempotency { statements.append(try idempotency.statement(of: node)) }
        for write in writes { try write.append(to: &statements, node) }
        return statements + audit.insertions
    }
}

extension Change.Write {
    fileprivate func append(to statements: inout [SQLStatement], _ node: Int64) throws {
        switch self {
        case .organisation(let organisation): statements.append(try organisation.replacement())
        case .insertAPIKey(let key): statements += try key.insertions()
        case .revokeAPIKey(let key): statements.append(try key.revocation())
        case .requireLiveKey(let id, let organisation): statements += APIKey.isLive(id, of: organisation)
        case .insertTokenFamily(let family): statements.append(try family.insertion())
        case .updateTokenFamily(let family, let refreshID):
            statements.append(try family.update(expectedRefreshID: refreshID))
        case .insertCustomer(let customer): statements += try customer.insertions()
        case .updateCustomer(let customer, let expected, let schedule):
            statements += try customer.update(expected: expected, NodeSchedule(schedule: schedule, node: node))
        case .requireKnownCustomer(let id, let organisation):
            statements.append(Customer.isKnown(id, of: organisation))
        case .requireRoom(let room): statements += room.guarding
        case .requireNothingOpen(let id, let organisation):
            statements += Customer.hasNothingOpen(id, of: organisation)
        case .eraseEnrollment(let enrollment, let expected): statements += try enrollment.erasure(expected: expected)
        case .erasePaymentIntent(let intent, let expected):
            statements.append(try intent.erasure(expected: expected))
        case .insertBankAccount(let account): statements.append(try account.insertion())
        case .updateBankAccount(let account): statements.append(account.update())
        case .enrollment(let enrollment, let expected, let schedule):
            let schedule = NodeSchedule(schedule: schedule, node: node)
            statements.append(
                try expected == 0 ? enrollment.insertion(schedule) : enrollment.update(expected: expected, schedule)
            )
        case .paymentIntent(let intent, let expected, let schedule):
            let schedule = NodeSchedule(schedule: schedule, node: node)
            statements.append(
                try expected == 0 ? intent.insertion(schedule) : intent.update(expected: expected, schedule)
            )
            if expected == 0 { statements += intent.metadataInsertions() }
        case .insertCharges(let charges, let intent): statements += intent.insertions(of: charges)
        case .updateCharges(let charges, let intent): statements += intent.updates(of: charges)
        case .annotatePaymentIntent(let intent, let old): statements += try intent.annotation(from: old)
        case .forgetMetadata(let intent): statements += intent.metadataDeletions()
        case .insertApp(let app): statements += try app.insertions()
        case .removeApp(let app): statements += try app.removal()
        case .insertCredential(let credential): statements.append(try credential.insertion())
        case .advanceCounter(let id, let organisation, let old, let new):
            statements.append(EnrolledCredential.counterAdvance(id, of: organisation, from: old, to: new))
        }
    }
}

/// The time when an object needs work again, and the node that works on it until then.
struct NodeSchedule {
    var schedule: Change.Schedule
    var node: Int64

    var wakeAt: Timestamp? { schedule.wakeAt }
    var heldUntil: Timestamp? { schedule.heldUntil }
    var heldBy: Int64? { schedule.heldUntil == nil ? nil : node }
}
