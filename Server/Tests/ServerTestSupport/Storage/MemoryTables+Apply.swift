import ChaveBase
import ChavePixModel
import PaymentsModel

extension MemoryTables {
    /// Applies the parts in the order in which their refusals count; the idempotency key is the first.
    mutating func apply(_ change: Change) throws(CommitFailure) {
        if let idempotency = change.idempotency { try apply(idempotency) }
        for write in change.writes { try apply(write) }
        for entry in change.audit { try append(entry) }
        for event in change.events { try append(event) }
    }

    private mutating func apply(_ write: Change.Write) throws(CommitFailure) {
        switch write {
        case .organisation(let organisation): organisations[organisation.id] = organisation
        case .insertAPIKey(let key):
            let live = apiKeys.values.count { $0.organisation == key.organisation && $0.revokedAt == nil }
            try requireUnmoved(live < APIKey.largestCount)
            try insert(key, as: key.id, into: \.apiKeys)
            try requireOrganisation(key.organisation)
        case .revokeAPIKey(let key):
            try requireUnmoved(isLive(key.id, of: key.organisation))
            apiKeys[key.id] = key
        case .requireLiveKey(let id, let organisation): try requireUnmoved(isLive(id, of: organisation))
        case .insertTokenFamily(let family):
            try insert(family, as: family.id, into: \.families)
            try requireOrganisation(family.organisation)
        case .updateTokenFamily(let family, let refreshID):
            guard let stored = families[family.id], stored.organisation == family.organisation,
                stored.current.refreshID == refreshID, !stored.isRevoked
            else { throw .conflict }
            families[family.id] = family
        case .insertCustomer(let customer): try insert(customer)
        case .updateCustomer(let customer, let expected, let schedule):
            try update(customer, expected: expected, schedule)
        case .requireKnownCustomer(let id, let organisation):
            try requireUnmoved(customers[id].map { $0.organisation == organisation && $0.erasure == nil } ?? false)
        case .requireRoom(let room): try requireUnmoved(fullBound(of: room) == nil)
        case .requireNothingOpen(let id, let organisation): try requireUnmoved(!hasOpen(of: id, organisation))
        case .eraseEnrollment(let enrollment, let expected): try erase(enrollment, expected: expected)
        case .erasePaymentIntent(let intent, let expected): try erase(intent, expected: expected)
        case .insertBankAccount(let account):
            try insert(account, as: account.id, into: \.bankAccounts)
            try requireOrganisation(account.organisation)
        case .updateBankAccount(let account): try update(account)
        case .enrollment(let enrollment, let expected, let schedule):
            try put(enrollment, expected: expected, schedule)
        case .paymentIntent(let intent, let expected, let schedule): try put(intent, expected: expected, schedule)
        case .annotatePaymentIntent(let intent, let old): try annotate(intent, from: old)
        case .forgetMetadata, .insertCharges, .updateCharges: break
        case .insertApp(let app): try insert(app)
        case .removeApp(let app): try remove(app)
        case .insertCredential(let credential): try insert(credential)
        case .advanceCounter(let id, let organisation, let old, let new):
            try advanceCounter(of: id, organisation, from: old, to: new)
        }
    }

    private mutating func insert<Key, Record>(
        _ record: Record,
        as key: Key,
        into table: WritableKeyPath<MemoryTables, [Key: Record]>
    ) throws(CommitFailure) {
        guard self[keyPath: table][key] == nil else { throw .taken(.identifier) }
        self[keyPath: table][key] = record
    }

    private func isLive(_ id: APIKeyID, of organisation: OrganisationID) -> Bool {
        apiKeys[id].map { $0.organisation == organisation && $0.revokedAt == nil } ?? false
    }

    private func requireOrganisation(_ id: OrganisationID) throws(CommitFailure) {
        try requireParent(organisations[id] != nil)
    }

    private func requireParent(_ exists: Bool) throws(CommitFailure) {
        guard exists else { throw .fault(StorageFault(underlying: MissingParent())) }
    }

    private mutating func insert(_ customer: Customer) throws(CommitFailure) {
        let isTaken = customers.values.contains {
            $0.organisation == customer.organisation && $0.identifierIndex == customer.identifierIndex
        }
        try insert(customer, as: customer.id, into: \.customers)
        if isTaken { throw .taken(.customerIdentifier) }
        try requireOrganisation(customer.organisation)
    }

    private mutating func update(_ account: BankAccount) throws(CommitFailure) {
        guard var stored = bankAccounts[account.id], stored.organisation == account.organisation else {
            throw .conflict
        }
        stored.isActive = account.isActive
        stored.updatedAt = account.updatedAt
        bankAccounts[account.id] = stored
    }

    private mutating func put(
        _ enrollment: Enrollment,
        expected: Int64,
        _ schedule: Change.Schedule
    ) throws(CommitFailure) {
        let stored = enrollments[enrollment.id]?.object
        if expected == 0 {
            guard stored == nil else { throw .taken(.identifier) }
        } else {
            guard let stored, stored.organisation == enrollment.organisation, stored.version == expected else {
                throw .conflict
            }
        }
        if let digest = enrollment.stateDigest {
            let isTaken = enrollments.values.contains {
                $0.object.id != enrollment.id && $0.object.stateDigest == digest
            }
            if isTaken { throw .taken(.stateDigest) }
        }
        try requireParent(customers[enrollment.customer]?.organisation == enrollment.organisation)
        enrollments[enrollment.id] = Scheduled(object: enrollment, schedule: schedule)
    }

    private mutating func put(
        _ intent: PaymentIntent,
        expected: Int64,
        _ schedule: Change.Schedule
    ) throws(CommitFailure) {
        let stored = intents[intent.id]?.object
        if expected == 0 {
            guard stored == nil else { throw .taken(.identifier) }
        } else {
            guard let stored, stored.organisation == intent.organisation, stored.version == expected else {
                throw .conflict
            }
        }
        try requireUnique(intent)
        try requireParent(customers[intent.customer]?.organisation == intent.organisation)
        try requireParent(enrollments[intent.enrollment]?.object.organisation == intent.organisation)
        try requireParent(bankAccounts[intent.beneficiary]?.organisation == intent.organisation)
        intents[intent.id] = Scheduled(object: intent, schedule: schedule)
    }

    private mutating func annotate(_ intent: PaymentIntent, from old: PaymentIntent) throws(CommitFailure) {
        guard let stored = intents[intent.id], stored.object.organisation == intent.organisation,
            stored.object.version == old.version, stored.object.retry == old.retry
        else { throw .conflict }
        intents[intent.id]?.object = intent
    }

    private func requireUnique(_ intent: PaymentIntent) throws(CommitFailure) {
        let others = intents.values.lazy.map(\.object).filter { $0.id != intent.id }
        if others.contains(where: { $0.endToEndID == intent.endToEndID }) { throw .taken(.endToEndID) }
        if others.contains(where: { $0.charge == intent.charge }) { throw .taken(.identifier) }
        guard let externalID = intent.details.externalID, intent.keepsExternalID else { return }
        let isTaken = others.contains {
            $0.organisation == intent.organisation && $0.details.externalID == externalID && $0.keepsExternalID
                && ($0.createdBy.device == nil) == (intent.createdBy.device == nil)
                && (intent.createdBy.device == nil || $0.customer == intent.customer)
        }
        if isTaken { throw .taken(.intentExternalID) }
    }

    private mutating func insert(_ credential: EnrolledCredential) throws(CommitFailure) {
        let isTaken = credentials.values.contains { $0.credentialID == credential.credentialID }
        try insert(credential, as: credential.enrollment, into: \.credentials)
        if isTaken { throw .taken(.credentialID) }
        try requireParent(enrollments[credential.enrollment]?.object.organisation == credential.organisation)
    }

    private mutating func advanceCounter(
        of id: Octets,
        _ organisation: OrganisationID,
        from old: UInt32,
        to new: UInt32
    ) throws(CommitFailure) {
        let found = credentials.values.first {
            $0.credentialID == id && $0.organisation == organisation && $0.signCount == old
        }
        guard var credential = found else { throw .conflict }
        credential.signCount = new
        credentials[credential.enrollment] = credential
    }

    private mutating func apply(_ write: Change.IdempotencyWrite) throws(CommitFailure) {
        switch write {
        case .claim(let record):
            guard idempotency[record.scope] == nil else { throw .taken(.idempotencyKey) }
            idempotency[record.scope] = record
        case .take(let scope, let from, let heldUntil):
            guard let record = idempotency[scope], record.outcome == nil, record.heldUntil == from else {
                throw .conflict
            }
            idempotency[scope]?.heldUntil = heldUntil
        case .release(let hold):
            try requireHeld(hold)
            idempotency[hold.scope]?.heldUntil = nil
        case .finish(let hold, let outcome):
            try requireHeld(hold)
            idempotency[hold.scope]?.heldUntil = nil
            idempotency[hold.scope]?.outcome = outcome
        }
    }

    private func requireHeld(_ hold: IdempotencyHold) throws(CommitFailure) {
        guard let record = idempotency[hold.scope], record.outcome == nil, record.heldUntil == hold.heldUntil else {
            throw .conflict
        }
    }

    private mutating func append(_ entry: AuditEntry) throws(CommitFailure) {
        let chain = audit[entry.object, default: []]
        let isTaken = chain.contains { $0.organisation == entry.organisation && $0.version == entry.version }
        guard !isTaken else { throw .conflict }
        audit[entry.object] = (chain + [entry]).sorted { $0.version < $1.version }
    }

    private mutating func append(_ event: OutboxEvent) throws(CommitFailure) {
        let isTaken = events.contains { $0?.organisation == event.organisation && $0?.id == event.id }
        guard !isTaken else { throw .taken(.identifier) }
        events.append(event)
        webhooks.fanOut(event, position: Int64(events.count))
    }
}

extension PaymentIntent {
    /// Whether nobody else may use its external id.
    fileprivate var keepsExternalID: Bool {
        switch state {
        case .ended: false
        case .created, .consented, .awaitingApproval, .lapsing, .authorising, .paying, .settling, .scheduled,
            .succeeded:
            true
        }
    }
}
