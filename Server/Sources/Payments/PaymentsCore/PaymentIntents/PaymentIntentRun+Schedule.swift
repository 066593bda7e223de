import ChaveBase
import ChavePixModel
import InstitutionPort
import PaymentsModel

/// The payments of a schedule after the bank has them: read when a day has come, cancelled when that is asked for.
extension PaymentIntentRun {
    /// Does what a schedule needs now: a cancellation first, then a look at the bank.
    func tend(_ intent: PaymentIntent, lookAt: Timestamp) async throws(RunFailure) -> PaymentIntent? {
        guard let schedule = intent.schedule else { throw .stuck(.unexpectedEvent("scheduled")) }
        if let cancellation = schedule.cancellation { return try await cancel(cancellation, schedule, intent) }
        let now = payments.world.deadlineNow()
        // A look that is farther ahead than any valid one was planned before the clock was set back.
        let isDue = now >= lookAt || SweepClock.isOfEarlierClock(check: lookAt, at: now)
        return try await payments.noticed.heed(.paymentIntent(id)) { (isNoticed) async throws(RunFailure) in
            guard isNoticed || isDue || intent.retry.attempts > 0 else { return nil }
            guard let read = await reading(schedule, of: intent) else { return try await lookLater(intent, schedule) }
            guard read.isWhole || read.schedule != schedule else { return try await lookLater(intent, schedule) }
            return try await store(read, as: .read, on: intent)
        }
    }

    // MARK: Reading

    /// A schedule as the bank has it; not whole when one of its payments could not be read.
    private struct ReadSchedule {
        var schedule: ChargeSchedule
        var isWhole = true
    }

    /// The schedule as the bank has it; `nil` when the bank does not tell.
    private func reading(_ schedule: ChargeSchedule, of intent: PaymentIntent) async -> ReadSchedule? {
        var request = call(intent, .listPayments, nil)
        request.subject = intent.consent?.id ?? ""
        var wanted: [String: String] = [:]
        switch await payments.bank.call(request, answer: OFBPaymentList.self) {
        case .answered(let list, _):
            // A payment that an earlier list lacked is read for its id.
            let unnamed = Set(schedule.charges.filter { $0.bankPaymentID == nil }.map(\.endToEndID.text))
            for entry in list.entries where entry.status.isFinal || unnamed.contains(entry.endToEndID) {
                wanted[entry.endToEndID] = entry.paymentID
            }
        case .refused:
            // The bank has no such list.
            for charge in schedule.open { wanted[charge.endToEndID.text] = charge.bankPaymentID }
        case .unknown:
            // The list may be gone for good with its version; what may have ended by now is read by itself.
            let now = payments.world.deadlineNow()
            let isAll = schedule.isBeingCancelled(at: now)
            for charge in schedule.open where isAll || charge.dayBegins <= now {
                wanted[charge.endToEndID.text] = charge.bankPaymentID
            }
            guard !wanted.isEmpty else { return nil }
        }
        var read = ReadSchedule(schedule: schedule)
        for charge in schedule.open {
            guard let paymentID = wanted[charge.endToEndID.text] else { continue }
            var request = call(intent, .readPayment, nil)
            request.subject = paymentID
            // One payment that cannot be read hides nothing of the others.
            guard case .answered(let payment, _) = await payments.bank.call(request, answer: OFBPayment.self) else {
                read.isWhole = false
                continue
            }
            if !read.schedule.apply(payment, of: intent, at: payments.world.now()) {
                contradiction(in: "payment", of: intent)
                read.isWhole = false
            }
        }
        return read
    }

    /// Tries again soon; a bank that stays silent is asked again at the next planned time.
    private func lookLater(
        _ intent: PaymentIntent,
        _ schedule: ChargeSchedule
    ) async throws(RunFailure) -> PaymentIntent? {
        guard intent.retry.attempts >= Self.soonTries else { return try await tryAgain(intent) }
        warnIfOverdue(schedule, of: intent)
        try await plan(schedule, on: intent)
        return nil
    }

    private static let soonTries = 8

    /// Stores only the time of the next look.
    private func plan(_ schedule: ChargeSchedule, on intent: PaymentIntent) async throws(RunFailure) {
        var later = intent
        later.state = .scheduled(lookAt: schedule.nextLook(after: payments.world.deadlineNow()))
        later.retry = .none
        try await payments.reschedule(later)
    }

    /// Stores what the bank told; without news, only the time of the next look.
    private func store(
        _ read: ReadSchedule,
        as move: ScheduleMove,
        on intent: PaymentIntent
    ) async throws(RunFailure) -> PaymentIntent? {
        let schedule = read.schedule
        warnIfOverdue(schedule, of: intent)
        guard schedule != intent.schedule else {
            try await plan(schedule, on: intent)
            return nil
        }
        let now = payments.world.deadlineNow()
        let lookAt = read.isWhole ? schedule.nextLook(after: now) : now.adding(seconds: Retry.longestPauseSeconds)
        return try await commit(schedule.outcome ?? .scheduleMoved(move, lookAt: lookAt), on: intent) {
            $0.schedule = schedule
        }
    }

    /// Warns of a charge whose day is over by a day and that has no end.
    private func warnIfOverdue(_ schedule: ChargeSchedule, of intent: PaymentIntent) {
        guard let oldest = schedule.open.map(\.namedTime).min() else { return }
        let seconds = payments.world.now().microseconds(since: oldest) / 1_000_000
        if seconds >= 24 * 3_600 { payments.alert(.paymentUnsettled(intent.id, seconds: seconds)) }
    }

    // MARK: The first answer

    /// Applies the bank's answer to the payments of a schedule: it has all of them, or it is not believed.
    func follow(_ made: [OFBPayment], on intent: PaymentIntent, since: Timestamp) async throws(RunFailure)
        -> PaymentIntent?
    {
        guard var schedule = intent.schedule else {
            guard made.count == 1 else {
                contradiction(in: "payment", of: intent)
                return try await tryAgain(intent)
            }
            return try await follow(made[0], on: intent, since: since)
        }
        let now = payments.world.now()
        guard made.count == schedule.charges.count,
            made.allSatisfy({ schedule.apply($0, of: intent, at: now) }),
            schedule.charges.allSatisfy({ $0.bankPaymentID != nil })
        else {
            contradiction(in: "payment", of: intent)
            return try await tryAgain(intent)
        }
        return try await known(schedule, on: intent)
    }

    /// Notes that the bank has the payments, by the ids in its list.
    func known(listed ids: [String: String], on intent: PaymentIntent) async throws(RunFailure) -> PaymentIntent? {
        guard var schedule = intent.schedule else {
            return try await commit(.paymentKnown, on: intent) {
                $0.bankPaymentID = ids[intent.endToEndID.text]
                $0.retry = .none
            }
        }
        for index in schedule.charges.indices {
            schedule.charges[index].bankPaymentID = ids[schedule.charges[index].endToEndID.text]
        }
        return try await known(schedule, on: intent)
    }

    private func known(_ schedule: ChargeSchedule, on intent: PaymentIntent) async throws(RunFailure)
        -> PaymentIntent?
    {
        // The list tells no outcomes: the bank is read at once.
        let lookAt = payments.world.deadlineNow()
        return try await commit(schedule.outcome ?? .scheduleKnown(lookAt: lookAt), on: intent) {
            $0.schedule = schedule
        }
    }

    // MARK: Cancelling

    /// Asks the bank to cancel one payment or all that are left, then reads what became of them.
    private func cancel(
        _ cancellation: ChargeSchedule.Cancellation,
        _ schedule: ChargeSchedule,
        _ intent: PaymentIntent
    ) async throws(RunFailure) -> PaymentIntent? {
        let cpf = try payments.order(of: intent, with: try await key(of: intent)).cpf
        let one = cancellation.charge.flatMap { id in schedule.charges.first { $0.id == id } }
        var request = call(
            intent,
            one == nil ? .cancelPayments : .cancelPayment,
            nil,
            body: OFBPaymentCancellation(cpf: cpf).bytes
        )
        request.subject = (one == nil ? intent.consent?.id : one?.bankPaymentID) ?? ""
        request.idempotencyKey = intent.bankKey(cancellation)
        let answer = await payments.bank.call(request)
        // The bank is read after every answer: days may have come meanwhile, or an earlier try has worked.
        var read = await reading(schedule, of: intent) ?? ReadSchedule(schedule: schedule, isWhole: false)
        let isDone = read.schedule.isNothingOpen(of: cancellation)
        if case .unknown = answer, !isDone {
            warnIfOverdue(read.schedule, of: intent)
            guard read.schedule != schedule else { return try await tryAgain(intent) }
            return try await store(read, as: .read, on: intent)
        }
        var isRefused = false
        if case .refused = answer, !isDone { isRefused = true }
        read.schedule.end(cancellation, isRefused: isRefused, at: payments.world.deadlineNow())
        return try await store(read, as: isRefused ? .cancellationRefused : .cancellationAnswered, on: intent)
    }
}

extension ChargeSchedule {
    /// Whether nothing is left that a cancellation could end.
    fileprivate func isNothingOpen(of cancellation: Cancellation) -> Bool {
        guard let id = cancellation.charge else { return open.isEmpty }
        return self[id]?.end != nil
    }

    /// Applies a payment of the bank; `false` when it is not one of ours.
    fileprivate mutating func apply(_ payment: OFBPayment, of intent: PaymentIntent, at now: Timestamp) -> Bool {
        let consentID = intent.consent?.id ?? ""
        guard payment.order.amount == intent.amount,
            payment.consentID.map({ $0.utf8.elementsEqual(consentID.utf8) }) ?? true,
            let index = charges.firstIndex(where: { $0.endToEndID.text.utf8.elementsEqual(payment.endToEndID.utf8) })
        else { return false }
        charges[index].bankPaymentID = payment.paymentID
        guard let end = payment.chargeEnd, charges[index].end == nil else { return true }
        charges[index].end = end
        charges[index].changedAt = now
        return true
    }
}

extension OFBPayment {
    /// The end that the payment's status gives its charge; `nil` while it may still settle.
    fileprivate var chargeEnd: ScheduledCharge.End? {
        switch status {
        case .acsc: .succeeded
        case .rjct: .failed(PaymentIntentEnd(.failed, FailureCode(paymentRefusal: rejectionCode ?? "")))
        case .canc: .failed(PaymentIntentEnd(.canceled, .canceled))
        case .rcvd, .accp, .acpd, .pdng, .schd: nil
        }
    }
}
