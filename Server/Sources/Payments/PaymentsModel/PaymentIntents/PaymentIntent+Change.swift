package import ChaveBase
import ChavePixModel
import Hashing

extension PaymentIntent {
    /// The time at which the intent needs work again by itself; `nil` at its end.
    ///
    /// That time is the next try of a call, or the time limit.
    package func wakeAt(now: Timestamp) -> Timestamp? {
        switch state {
        case .created(let deadline), .consented(let deadline): min(retry.nextAt ?? now, deadline)
        case .awaitingApproval(_, let deadline): deadline
        case .authorising(let approval):
            min(retry.nextAt ?? now, PaymentIntentRules.paymentLeavesBy(approvedAt: approval.at))
        case .lapsing, .paying, .settling: retry.nextAt ?? now
        case .scheduled(let lookAt): retry.nextAt ?? (schedule?.cancellation == nil ? lookAt : now)
        case .succeeded, .ended: nil
        }
    }

    /// The next version, chained to this one.
    package mutating func advance(at now: Timestamp, actor: String, action: String) -> AuditEntry {
        version += 1
        updatedAt = max(now, updatedAt)
        let facts =
            [
                "\(version)", status.rawValue, end?.code.rawValue ?? "", amount.decimal, endToEndID.text,
                consent?.id ?? "", bankPaymentID ?? "",
            ] + (schedule.map { [$0.auditText] } ?? [])
        let entry = AuditEntry(
            organisation: organisation,
            object: .paymentIntent(id),
            version: version,
            at: updatedAt,
            actor: actor,
            action: action,
            contentDigest: Digest(ofTexts: facts),
            previous: auditHead
        )
        auditHead = entry.hash
        return entry
    }

    /// The next schedule: the writer of this version does work that is due now, and holds it for 30 s.
    ///
    /// Other workers wait until that hold ends.
    package func schedule(now: Timestamp) -> Change.Schedule {
        let wakeAt = wakeAt(now: now)
        let isDueNow = wakeAt.map { $0 <= now } ?? false
        return Change.Schedule(wakeAt: wakeAt, heldUntil: isDueNow ? now.adding(seconds: 30) : nil)
    }

    /// The idempotency key of one of this payment's bank calls: the same on every try, at most 40 characters.
    package func bankKey(_ step: BankStep) -> String { "\(providerRequestID)-\(step.rawValue)" }

    package enum BankStep: String {
        case consent = "c"
        case challenge = "o"
        case authorisation = "a"
        case payment = "p"
    }

    /// The idempotency key of a cancellation, at most 40 characters.
    package func bankKey(_ cancellation: ChargeSchedule.Cancellation) -> String {
        "\(providerRequestID)-x\(cancellation.number)"
    }
}

extension PaymentIntent {
    /// The charges of a schedule whose outcome differs from `old`; `nil` without a schedule.
    fileprivate func chargesChanged(since old: PaymentIntent) -> [ScheduledCharge]? {
        guard let schedule, let before = old.schedule else { return nil }
        return schedule.changed(since: before)
    }

    /// Ends the charges of an intent that ended before the bank had its payments.
    fileprivate mutating func endCharges(at now: Timestamp) {
        guard let end, var schedule, !schedule.open.isEmpty else { return }
        for index in schedule.charges.indices where schedule.charges[index].end == nil {
            schedule.charges[index].end = .failed(end)
            schedule.charges[index].changedAt = now
        }
        self.schedule = schedule
    }
}

extension Change {
    /// Adds the first version of an intent, with its audit row and the events of the intent and of its charge.
    package mutating func insert(_ intent: PaymentIntent, actor: String, world: World) -> PaymentIntent {
        var intent = intent
        audit.append(intent.advance(at: intent.createdAt, actor: actor, action: "created"))
        events.append(WebhookBody.event(of: intent, isNew: true, world: world))
        if let charges = intent.schedule?.charges {
            events += charges.map { WebhookBody.event(of: $0, in: intent, isNew: true, world: world) }
        } else {
            events.append(WebhookBody.event(ofChargeOf: intent, isNew: true, world: world))
        }
        let schedule = intent.schedule(now: world.onDeadlineClock(intent.createdAt))
        writes.append(.paymentIntent(intent, expected: 0, schedule: schedule))
        if let charges = intent.schedule?.charges { writes.append(.insertCharges(charges, of: intent)) }
        return intent
    }

    /// Adds the version that `event` leads to, with its audit row and, when the merchant must hear of it, its event.
    ///
    /// The moves in `earlier` happened before `event` and are not stored yet. One write stores all of them, each with
    /// its own version and audit entry.
    package mutating func apply(
        _ event: PaymentIntentEvent,
        to old: PaymentIntent,
        at moment: Moment,
        actor: String,
        world: World,
        after earlier: [PaymentIntentMove] = [],
        also: (inout PaymentIntent) -> Void = { _ in }
    ) throws(UnexpectedPaymentIntentEvent) -> PaymentIntent {
        var intent = old
        for move in earlier {
            intent = try advance(intent, by: move.event, at: move.moment, actor: actor, world: world, also: move.also)
        }
        intent = try advance(intent, by: event, at: moment, actor: actor, world: world, also: also)
        let schedule = intent.schedule(now: moment.deadlineNow)
        writes.append(.paymentIntent(intent, expected: old.version, schedule: schedule))
        if let charges = intent.chargesChanged(since: old), !charges.isEmpty {
            writes.append(.updateCharges(charges, of: intent))
        }
        return intent
    }

    private mutating func advance(
        _ old: PaymentIntent,
        by event: PaymentIntentEvent,
        at moment: Moment,
        actor: String,
        world: World,
        also: (inout PaymentIntent) -> Void
    ) throws(UnexpectedPaymentIntentEvent) -> PaymentIntent {
        let (next, effects) = try old.state.receiving(event, at: moment)
        var intent = old
        intent.state = next
        intent.retry = .none
        if intent.isAtEnd { intent.consentRequest = nil }
        also(&intent)
        intent.endCharges(at: moment.now)
        audit.append(intent.advance(at: moment.now, actor: actor, action: event.name))
        if effects.contains(.notifyMerchant) {
            events.append(WebhookBody.event(of: intent, isNew: false, world: world))
        }
        if let charges = intent.chargesChanged(since: old) {
            let ended = charges.filter { $0.end != nil }
            events += ended.map { WebhookBody.event(of: $0, in: intent, isNew: false, world: world) }
        } else if intent.chargeStatus != old.chargeStatus {
            events.append(WebhookBody.event(ofChargeOf: intent, isNew: false, world: world))
        }
        return intent
    }
}

extension PaymentIntentEvent {
    /// The name of the event for audit rows, without its payload.
    package var name: String {
        switch self {
        case .consentCreated: "consent-created"
        case .challenge: "challenge"
        case .approval: "approval"
        case .approvalInvalid: "approval-invalid"
        case .authorised: "authorised"
        case .consumed: "consumed"
        case .paymentKnown: "payment-known"
        case .scheduleKnown: "schedule-known"
        case .scheduleMoved(let move, _): move.rawValue
        case .settled: "settled"
        case .refused: "refused"
        case .consentLapsed: "consent-lapsed"
        case .groundLost: "ground-lost"
        case .cancel: "cancel"
        case .clockTick: "clock-tick"
        }
    }
}
