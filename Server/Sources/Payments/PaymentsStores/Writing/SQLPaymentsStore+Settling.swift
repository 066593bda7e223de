import ChaveBase
import ChavePixModel
import PaymentsModel

extension SQLPaymentsStore {
    /// The state of a change whose response was lost.
    enum Sight {
        case stored
        /// The change is not stored and cannot be stored any more.
        case refused(CommitFailure)
        /// The change is not stored, and may still be under way.
        case unknown
    }

    /// Looks for a change whose response was lost; the caller gets the result of the search.
    ///
    /// The search looks twice, because the server may still be working when the connection breaks.
    ///
    /// - Throws: the reason of the refusal, or `fault` when the search cannot tell.
    func settle(_ change: Change, after fault: StorageFault) async throws(CommitFailure) {
        for pause in [Duration.zero, .milliseconds(200)] {
            guard (try? await Task.sleep(for: pause)) != nil else { break }
            switch await sight(of: change) {
            case .stored: return
            case .refused(let failure): throw failure
            case .unknown: continue
            }
        }
        throw .fault(fault)
    }

    /// Searches by data that no other writer can have written: the key with this request, an audit entry, an event, a
    /// new row.
    func sight(of change: Change) async -> Sight {
        do throws(StorageFault) {
            if let idempotency = change.idempotency {
                let found = try await sight(of: idempotency)
                // The key may be unchanged although the object has changed.
                guard case .unknown = found, let entry = change.audit.first else { return found }
                return try await sight(of: entry)
            }
            if let entry = change.audit.first { return try await sight(of: entry) }
            if let event = change.events.first { return try await isStored(event) ? .stored : .unknown }
            for write in change.writes {
                if let isStored = try await isStored(write) { return isStored ? .stored : .unknown }
            }
            return .unknown
        } catch {
            return .unknown
        }
    }

    private func sight(of write: Change.IdempotencyWrite) async throws(StorageFault) -> Sight {
        switch write {
        case .claim(let claimed):
            guard let found = try await idempotencyRecord(scope: claimed.scope) else { return .unknown }
            return found == claimed ? .stored : .refused(.taken(.idempotencyKey))
        case .take(let scope, let from, let heldUntil):
            guard let found = try await idempotencyRecord(scope: scope) else { return .refused(.conflict) }
            if found.outcome == nil, found.heldUntil == heldUntil { return .stored }
            return found.outcome == nil && found.heldUntil == from ? .unknown : .refused(.conflict)
        case .release(let hold):
            guard let found = try await idempotencyRecord(scope: hold.scope) else { return .refused(.conflict) }
            if found.outcome == nil, found.heldUntil == nil { return .stored }
            return found.heldUntil == hold.heldUntil ? .unknown : .refused(.conflict)
        case .finish(let hold, let outcome):
            guard let found = try await idempotencyRecord(scope: hold.scope) else { return .refused(.conflict) }
            if found.outcome == outcome { return .stored }
            return found.outcome == nil && found.heldUntil == hold.heldUntil ? .unknown : .refused(.conflict)
        }
    }

    /// Searches by an audit entry: entries are never deleted, and each version of an object has one.
    private func sight(of entry: AuditEntry) async throws(StorageFault) -> Sight {
        let found = try await auditEntry(entry.version, of: entry.object, in: entry.organisation)
        guard let found else { return .unknown }
        return found == entry ? .stored : .refused(.conflict)
    }

    private func isStored(_ event: OutboxEvent) async throws(StorageFault) -> Bool {
        try await self.event(event.id, of: event.organisation) != nil
    }

    /// Whether the write is stored; `nil` when the write leaves nothing to find it by.
    ///
    /// The larger writes come with an audit entry.
    private func isStored(_ write: Change.Write) async throws(StorageFault) -> Bool? {
        switch write {
        case .organisation(let new): try await organisation(new.id) == new
        case .insertAPIKey(let new), .revokeAPIKey(let new): try await apiKey(new.id) == new
        case .insertTokenFamily(let new), .updateTokenFamily(let new, _): try await tokenFamily(new.id) == new
        case .insertCustomer(let new), .updateCustomer(let new, _, _): try await customer(new.id) == new
        case .insertBankAccount(let new), .updateBankAccount(let new):
            try await bankAccount(new.id, of: new.organisation) == new
        case .enrollment(let new, _, _), .eraseEnrollment(let new, _): try await enrollment(new.id) == new
        case .paymentIntent(let new, _, _), .erasePaymentIntent(let new, _), .annotatePaymentIntent(let new, _):
            try await paymentIntent(new.id) == new
        case .insertApp(let new): try await app(new.id, of: new.organisation) == new
        case .removeApp(let new): try await app(new.id, of: new.organisation) == nil
        case .insertCredential(let new): try await credential(of: new.enrollment) == new
        case .requireLiveKey, .requireKnownCustomer, .requireRoom, .requireNothingOpen, .advanceCounter,
            .forgetMetadata, .insertCharges, .updateCharges:
            nil
        }
    }
}
