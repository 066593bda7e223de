import ChaveBase
import ChavePixModel
import PaymentsModel

extension Payments {
    /// Stores the result of `event`, also when the merchant's notes have changed since `intent` was read.
    ///
    /// A change of notes therefore loses neither a bank's response nor a try. The same write stores the moves in
    /// `earlier`, which happened before. It also stores the response that `creation` waits for, once that exists.
    func commit(
        _ event: PaymentIntentEvent,
        on intent: PaymentIntent,
        actor: String,
        change: Change = Change(),
        after earlier: [PaymentIntentMove] = [],
        answering creation: StoredIntent? = nil,
        also: (inout PaymentIntent) -> Void = { _ in }
    ) async throws(RunFailure) -> PaymentIntent {
        var old = intent
        while true {
            var change = change
            let next: PaymentIntent
            do throws(UnexpectedPaymentIntentEvent) {
                next = try change.apply(
                    event,
                    to: old,
                    at: world.moment(),
                    actor: actor,
                    world: world,
                    after: earlier,
                    also: also
                )
            } catch {
                throw .stuck(.unexpectedEvent(event.name))
            }
            let kept = await keepAnswer(to: creation, with: next, in: &change)
            do throws(RunFailure) {
                try await store(change)
                kept?.noteStored()
                return next
            } catch {
                if let kept {
                    if case .storage(let fault) = error, fault.isOutcomeUnknown { throw error }
                    kept.giveUp()
                    // Perhaps only the key belongs to another request now: the bank's response is stored without the
                    // API response.
                    if case .conflict = error { continue }
                }
                guard case .conflict = error, let now = try await annotated(old) else { throw error }
                old = now
            }
        }
    }

    /// Puts the response to an intent's creation into the change that completes it: the waiting request needs no own
    /// write.
    private func keepAnswer(
        to stored: StoredIntent?,
        with intent: PaymentIntent,
        in change: inout Change
    ) async -> IntentCreation? {
        guard let stored, let creation = stored.creation, creation.isWanted, intent.hasChallengeOrEnd,
            let key = stored.payerKey
        else { return nil }
        do throws(APIFailure) {
            let answer = try await createdAnswer(intent, for: creation.caller, from: stored.enrollment)
            if let hold = creation.hold {
                change.idempotency = .finish(hold, outcome: try outcome(answer, scope: hold.scope, with: key))
            }
            creation.propose(answer, storedAt: intent.auditHead)
            return creation
        } catch {
            creation.giveUp()
            return nil
        }
    }

    /// Stores only a new time for the next try and what makes it necessary, also when the merchant's notes have changed since `intent` was read.
    func reschedule(_ intent: PaymentIntent) async throws(RunFailure) {
        var intent = intent
        while true {
            var change = Change()
            let schedule = intent.schedule(now: world.deadlineNow())
            change.writes.append(.paymentIntent(intent, expected: intent.version, schedule: schedule))
            do throws(RunFailure) {
                return try await store(change)
            } catch {
                guard case .conflict = error, var now = try await annotated(intent) else { throw error }
                (now.retry, now.doubtfulRefusal) = (intent.retry, intent.doubtfulRefusal)
                intent = now
            }
        }
    }

    func enrollment(of intent: PaymentIntent) async throws(RunFailure) -> Enrollment {
        do throws(StorageFault) {
            guard let enrollment = try await store.enrollment(intent.enrollment, of: intent.organisation) else {
                throw StorageFault(underlying: SealingError.damaged(field: "enrollment"))
            }
            return enrollment
        } catch {
            throw .storage(error)
        }
    }

    func open(
        _ sealed: Sealed,
        _ part: String,
        of intent: PaymentIntent,
        with key: CustomerKey
    ) throws(RunFailure) -> [UInt8] {
        do throws(SealingError) {
            return try key.open(sealed, field: intent.field(part))
        } catch {
            throw .stuck(.sealedFieldDamaged(part))
        }
    }

    func seal(
        _ bytes: [UInt8],
        _ part: String,
        of intent: PaymentIntent,
        with key: CustomerKey
    ) throws(RunFailure) -> Sealed {
        do throws(SealingError) {
            return try key.seal(bytes, field: intent.field(part), randomBytes: world.randomBytes)
        } catch {
            throw .stuck(.sealedFieldDamaged(part))
        }
    }

    /// The data key of the payer.
    func customerKey(of intent: PaymentIntent) async throws(RunFailure) -> CustomerKey {
        let customer = try await customer(of: intent)
        do throws(SealingError) {
            return try key(of: customer)
        } catch {
            throw .stuck(.sealedFieldDamaged("customer"))
        }
    }

    private func customer(of intent: PaymentIntent) async throws(RunFailure) -> Customer {
        do throws(StorageFault) {
            guard let customer = try await store.customer(intent.customer, of: intent.organisation) else {
                throw StorageFault(underlying: SealingError.damaged(field: "customer"))
            }
            return customer
        } catch {
            throw .storage(error)
        }
    }

    /// Reads the enrollment now instead of within the day, because the bank's response suggests that its state differs.
    func checkSoon(_ enrollment: Enrollment) async {
        guard case .authorised(_, let checkAt) = enrollment.state else { return }
        if checkAt > world.deadlineNow() {
            // A conflict means that another writer has newer data; the daily check stays.
            guard (try? await commit(.checkDue, on: enrollment, actor: "platform")) != nil else { return }
        }
        start(.enrollment(enrollment.id))
    }
}

/// An intent that was just stored, and the data that was read for it.
struct StoredIntent: Sendable {
    var intent: PaymentIntent
    /// The data key of its payer.
    var payerKey: CustomerKey?
    /// The enrollment as read for the intent; whether it may still be used is read again when that matters.
    var enrollment: Enrollment?
    /// The request that just made the intent.
    var creation: IntentCreation?
}
