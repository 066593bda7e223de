public import ChaveBase
public import ChavePixModel
import ChaveWire
public import PaymentsModel

/// The cancellation of payments that wait for their days at the bank.
extension Payments {
    /// `POST /charges/{id}/cancel/`: cancels one charge of a schedule, until 23:59 of the day before in Brasília.
    public func cancelCharge(
        _ id: ChargeID,
        by caller: Caller,
        idempotency: IdempotentRequest? = nil
    ) async throws(APIFailure) -> APIAnswer {
        guard case .merchant = caller else { throw .permissionDenied }
        for _ in 0..<Payments.looks {
            let intent = try await intent(ofCharge: id, in: caller.organisation)
            switch try await begin(idempotency, of: caller.organisation) {
            case .done(let answer): return answer
            case .resumed(_, let hold):
                return try await finish(hold, of: caller.organisation) { () async throws(APIFailure) in
                    try await self.answer(
                        canceledCharge: id,
                        of: try await self.cancelled(id, of: intent.id),
                        for: caller
                    )
                }
            case .new(let record):
                if intent.schedule?[id]?.failure?.outcome == .canceled {
                    let answer = try await answer(canceledCharge: id, of: intent, for: caller)
                    try await keep(unchanged: answer, under: record, of: .paymentIntent(intent.id), by: caller)
                    return answer
                }
                guard try await ask(toCancel: id, of: intent, actor: caller.actor, record) else { continue }
                return try await finish(record?.hold, of: caller.organisation) { () async throws(APIFailure) in
                    try await self.answer(
                        canceledCharge: id,
                        of: try await self.cancelled(id, of: intent.id),
                        for: caller
                    )
                }
            }
        }
        throw .intentKeepsChanging
    }

    private func intent(
        ofCharge id: ChargeID,
        in organisation: OrganisationID
    ) async throws(APIFailure) -> PaymentIntent {
        let found = try await read { () async throws(StorageFault) in
            try await self.store.paymentIntent(charge: id, of: organisation)
        }
        guard let found else { throw .notFound }
        return found
    }

    /// Stores the wish to cancel one charge, or all that can be; joins an equal wish that is under way.
    ///
    /// - Returns: `false` when another writer changed the intent: read again.
    func ask(
        toCancel charge: ChargeID?,
        of intent: PaymentIntent,
        actor: String,
        _ record: IdempotencyRecord?
    ) async throws(APIFailure) -> Bool {
        guard case .scheduled(let lookAt) = intent.state, let schedule = intent.schedule else {
            throw .conflict(refusal(toCancel: intent))
        }
        if let underWay = schedule.cancellation, underWay.charge != charge {
            throw .conflict("Another cancellation of this payment intent is under way. Try again in a moment.")
        }
        // A bank may carry out a cancellation within the hour: the same wish again changes nothing.
        let isAsked = schedule.cancellation != nil
        if isAsked || (charge == nil && schedule.isBeingCancelled(at: world.deadlineNow())) {
            if let record { try await claimAlone(record, of: intent) }
            return true
        }
        try requireTime(toCancel: charge, in: schedule)
        guard schedule.cancellations < ChargeSchedule.largestCancellations else {
            throw .conflict("This payment intent was cancelled too often. Cancel at the bank.")
        }
        var change = Change()
        change.idempotency = claim(record, object: .paymentIntent(intent.id))
        return try await commitWish(charge, on: intent, lookAt: lookAt, actor: actor, change)
    }

    /// Takes the request's key without a change of the intent.
    private func claimAlone(_ record: IdempotencyRecord, of intent: PaymentIntent) async throws(APIFailure) {
        var change = Change()
        change.idempotency = claim(record, object: .paymentIntent(intent.id))
        do throws(CommitFailure) {
            try await write(change)
        } catch {
            throw claimFailure(error)
        }
    }

    private func commitWish(
        _ charge: ChargeID?,
        on intent: PaymentIntent,
        lookAt: Timestamp,
        actor: String,
        _ change: Change
    ) async throws(APIFailure) -> Bool {
        do throws(RunFailure) {
            _ = try await commit(
                .scheduleMoved(.cancellationAsked, lookAt: lookAt),
                on: intent,
                actor: actor,
                change: change
            ) { $0.askToCancel(charge) }
            return true
        } catch {
            if case .conflict = error { return false }
            throw failure(error)
        }
    }

    /// Refuses when the bank would take no cancellation any more.
    private func requireTime(toCancel charge: ChargeID?, in schedule: ChargeSchedule) throws(APIFailure) {
        let now = world.now()
        guard let charge else {
            if schedule.canBeCancelled(at: now) { return }
            throw .conflict(
                "No charge can be cancelled any more: all charges together can be until 22:00 of the day before in Brasília."
            )
        }
        guard let known = schedule[charge], known.end == nil else {
            throw .conflict(
                "The charge is \(schedule[charge]?.status.rawValue ?? "not there") and cannot be cancelled."
            )
        }
        guard now < known.dayBegins else {
            throw .conflict("The charge can be cancelled until 23:59 of the day before \(known.day.iso) in Brasília.")
        }
        guard known.bankPaymentID != nil else {
            throw .conflict(
                "The bank does not list this charge's payment. Cancel the payment intent, or wait until it does."
            )
        }
    }

    /// Waits until the bank has answered the cancellation of a charge, or of all that is left.
    ///
    /// - Throws: 409 when the bank cancelled nothing.
    func cancelled(_ charge: ChargeID?, of id: PaymentIntentID) async throws(APIFailure) -> PaymentIntent {
        let intent = try await answer(from: .paymentIntent(id)) {
            () async throws(StorageFault) -> PaymentIntent? in
            guard let intent = try await self.store.paymentIntent(id) else { return nil }
            return intent.schedule?.cancellation == nil ? intent : nil
        }
        guard let schedule = intent.schedule, !schedule.hasRefused(toCancel: charge) else {
            throw .conflict("The bank cancels nothing of this payment intent any more. Read it for its charges.")
        }
        return intent
    }

    private func answer(
        canceledCharge id: ChargeID,
        of intent: PaymentIntent,
        for caller: Caller
    ) async throws(APIFailure) -> APIAnswer {
        let enrollments = try await enrollments(of: [intent], in: caller.organisation)
        let all = charges(of: intent, enrollments[intent.enrollment], customer: intent.customer)
        guard let charge = all.first(where: { $0.id == id }) else { throw .notFound }
        return APIAnswer(status: 200, body: charge.json.encoded(), customer: intent.customer)
    }
}

extension PaymentIntent {
    /// Notes the wish to cancel; the bank hears of it next.
    mutating func askToCancel(_ charge: ChargeID?) {
        guard var schedule else { return }
        schedule.cancellations += 1
        schedule.cancellation = .init(number: schedule.cancellations, charge: charge)
        self.schedule = schedule
    }
}
