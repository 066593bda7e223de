import ChaveBase
import ChavePixModel
import ChaveWire
import PaymentsModel

extension Payments {
    /// How long a working request may hold a key; the key of a dead owner is free after that.
    static let keyHeldForSeconds: Int64 = 15
    /// How long keys are kept.
    public static let keysKeptForSeconds: Int64 = 7 * 24 * 60 * 60

    /// How often a request reads again when another writer changed its data.
    static let looks = 5

    /// The state in which a request begins.
    enum Beginning {
        /// The key is unknown: store `record` with the first write.
        case new(IdempotencyRecord?)
        /// An earlier try made the object; this request now holds the key.
        case resumed(ObjectReference, IdempotencyHold)
        case done(APIAnswer)
    }

    /// Looks the key up: a finished request gets its response again, and an interrupted one continues.
    func begin(
        _ request: IdempotentRequest?,
        of organisation: OrganisationID
    ) async throws(APIFailure) -> Beginning {
        guard let request else { return .new(nil) }
        let now = world.now()
        let heldUntil = now.adding(seconds: Payments.keyHeldForSeconds)
        let known = try await read { () async throws(StorageFault) in
            try await self.store.idempotencyRecord(scope: request.scope)
        }
        guard let known else {
            return .new(
                IdempotencyRecord(
                    scope: request.scope,
                    organisation: organisation,
                    fingerprint: request.fingerprint,
                    createdAt: now,
                    object: nil,
                    heldUntil: heldUntil
                )
            )
        }
        guard known.fingerprint == request.fingerprint else { throw .idempotencyConflict }
        if let outcome = known.outcome { return .done(try await replay(outcome, scope: known.scope, of: organisation)) }
        if let held = known.heldUntil, now < held { throw .idempotencyInProgress }
        try await take(known, heldUntil: heldUntil)
        guard let object = known.object else { throw .unexpected }
        return .resumed(object, IdempotencyHold(scope: known.scope, heldUntil: heldUntil))
    }

    private func take(_ record: IdempotencyRecord, heldUntil: Timestamp) async throws(APIFailure) {
        var change = Change()
        change.idempotency = .take(scope: record.scope, from: record.heldUntil, heldUntil: heldUntil)
        do throws(CommitFailure) {
            try await write(change)
        } catch {
            if case .conflict = error { throw .idempotencyInProgress }
            throw failure(error)
        }
    }

    /// Runs the rest of a request and stores its response, or frees the key for the next try.
    func finish(
        _ hold: IdempotencyHold?,
        of organisation: OrganisationID,
        _ body: () async throws(APIFailure) -> APIAnswer
    ) async throws(APIFailure) -> APIAnswer {
        try await finishUnlessKept(hold, of: organisation) {
            () async throws(APIFailure) -> (answer: APIAnswer, isKept: Bool) in
            (try await body(), false)
        }
    }

    /// Runs the rest of a request whose `body` reports whether its response is already stored.
    func finishUnlessKept(
        _ hold: IdempotencyHold?,
        of organisation: OrganisationID,
        _ body: () async throws(APIFailure) -> (answer: APIAnswer, isKept: Bool)
    ) async throws(APIFailure) -> APIAnswer {
        guard let hold else { return try await body().answer }
        var change = Change()
        do throws(APIFailure) {
            let (answer, isKept) = try await body()
            if isKept { return answer }
            let outcome = try await outcome(answer, scope: hold.scope, of: organisation)
            change.idempotency = .finish(hold, outcome: outcome)
            try await keep(change)
            return answer
        } catch {
            // No outcome: the next request with this key continues from here.
            change.idempotency = .release(hold)
            try? await write(change)
            throw error
        }
    }

    /// Stores a response that is the same under every key, under this key too.
    func keep(
        _ answer: APIAnswer,
        under record: IdempotencyRecord?,
        of object: ObjectReference
    ) async throws(APIFailure) {
        guard var record else { return }
        record.object = object
        record.heldUntil = nil
        record.outcome = try await outcome(answer, scope: record.scope, of: record.organisation)
        var change = Change()
        change.idempotency = .claim(record)
        do throws(CommitFailure) {
            try await write(change)
        } catch {
            throw claimFailure(error)
        }
    }

    /// Stores the response to a request that changed nothing, but not for a device.
    ///
    /// A device gets the response computed again, which is the same. Otherwise a device that sends a new key each time
    /// would fill the storage.
    func keep(
        unchanged answer: APIAnswer,
        under record: IdempotencyRecord?,
        of object: ObjectReference,
        by caller: Caller
    ) async throws(APIFailure) {
        if caller.device == nil { try await keep(answer, under: record, of: object) }
    }

    /// Stores the response; a key that another request holds by now has or gets another response.
    private func keep(_ change: Change) async throws(APIFailure) {
        do throws(CommitFailure) {
            try await write(change)
        } catch {
            if case .conflict = error { throw .idempotencyInProgress }
            throw failure(error)
        }
    }

    func outcome(
        _ answer: APIAnswer,
        scope: Digest,
        of organisation: OrganisationID
    ) async throws(APIFailure) -> IdempotencyRecord.Outcome {
        let personal = try await outcomeKey(answer.customer, of: organisation)
        // The response about an erased person contains no personal data any more, so the server's own key seals it.
        var outcome = try outcome(answer, scope: scope, with: personal ?? fieldKey.impersonalKey)
        if personal == nil { outcome.customer = nil }
        return outcome
    }

    /// The outcome, sealed with the key of the customer that the response describes.
    func outcome(
        _ answer: APIAnswer,
        scope: Digest,
        with key: CustomerKey
    ) throws(APIFailure) -> IdempotencyRecord.Outcome {
        let body = try unseal { () throws(SealingError) in
            try key.seal(answer.body, field: IdempotencyRecord.field(scope), randomBytes: self.world.randomBytes)
        }
        return .init(status: answer.status, body: body, customer: answer.customer)
    }

    private func replay(
        _ outcome: IdempotencyRecord.Outcome,
        scope: Digest,
        of organisation: OrganisationID
    ) async throws(APIFailure) -> APIAnswer {
        guard let key = try await outcomeKey(outcome.customer, of: organisation) else { throw .answerErased }
        let body = try unseal { () throws(SealingError) in
            try key.open(outcome.body, field: IdempotencyRecord.field(scope))
        }
        return APIAnswer(status: outcome.status, body: body, isReplay: true, customer: outcome.customer)
    }

    /// The customer's key, so that the person's erasure erases the response too; the server's own key without a
    /// customer.
    ///
    /// `nil` once the person is erased.
    private func outcomeKey(
        _ customer: CustomerID?,
        of organisation: OrganisationID
    ) async throws(APIFailure) -> CustomerKey? {
        guard let customer else { return fieldKey.impersonalKey }
        let found = try await read { () async throws(StorageFault) in
            try await self.store.customer(customer, of: organisation)
        }
        guard let found else { throw .unexpected }
        guard found.key != nil else { return nil }
        return try unseal { () throws(SealingError) in try self.key(of: found) }
    }
}

extension APIFailure {
    static let idempotencyConflict = APIFailure(
        422,
        .idempotencyConflict,
        "This Idempotency-Key was used for another request. Use a new key for a new request; the first result stands."
    )
    static let answerErased = APIFailure.conflict(
        "The customer of this answer has been anonymised, and the answer with them. Use a new key for a new request."
    )
}

extension IdempotencyRecord {
    /// The field name that binds a stored response to its key.
    fileprivate static func field(_ scope: Digest) -> String { "idempotency/\(Base64URL.encode(scope.bytes))" }

    /// The hold of the request that made this row.
    var hold: IdempotencyHold? { heldUntil.map { IdempotencyHold(scope: scope, heldUntil: $0) } }
}

extension Payments {
    /// The key's row for a request that completes in one transaction: claimed and finished at once.
    func claim(
        _ record: IdempotencyRecord?,
        object: ObjectReference?,
        answer: APIAnswer,
        key customer: Customer?
    ) throws(APIFailure) -> Change.IdempotencyWrite? {
        guard var record else { return nil }
        let scope = record.scope
        let body = try unseal { () throws(SealingError) in
            let key = try customer.map { customer throws(SealingError) in try self.key(of: customer) }
            return try (key ?? self.fieldKey.impersonalKey)
                .seal(answer.body, field: IdempotencyRecord.field(scope), randomBytes: self.world.randomBytes)
        }
        record.object = object
        record.heldUntil = nil
        record.outcome = .init(status: answer.status, body: body, customer: customer?.id)
        return .claim(record)
    }

    /// The key's row for a request that continues after its first transaction.
    func claim(_ record: IdempotencyRecord?, object: ObjectReference) -> Change.IdempotencyWrite? {
        guard var record else { return nil }
        record.object = object
        return .claim(record)
    }

    /// The failure of a commit that claimed a key: another request claimed it first, or the storage failed.
    func claimFailure(_ failure: CommitFailure) -> APIFailure {
        if case .taken(.idempotencyKey) = failure { return .idempotencyInProgress }
        return self.failure(failure)
    }
}
