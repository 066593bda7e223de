package import ChaveBase
import ChavePixModel
import Hashing

extension Enrollment {
    /// The time at which the enrollment needs work again by itself; `nil` at rest.
    ///
    /// That time is the next try of a call, or the time limit.
    package func wakeAt(now: Timestamp) -> Timestamp? {
        switch state {
        case .created(_, _, let deadline), .knownToBank(_, _, let deadline), .signalsSent(_, let deadline),
            .returned(_, _, let deadline), .exchanging(let deadline), .exchanged(_, let deadline),
            .holderChecked(_, let deadline), .attested(_, _, let deadline), .registering(_, _, let deadline):
            min(retry.nextAt ?? now, deadline)
        case .awaitingHolder(_, let deadline), .awaitingCredential(_, _, let deadline): deadline
        case .authorised(_, let checkAt): retry.nextAt ?? min(checkAt, bank?.expiresAt ?? checkAt)
        case .withdrawing, .ended(_, false): retry.nextAt ?? now
        case .ended(_, true): nil
        }
    }

    /// The next version, chained to this one.
    package mutating func advance(at now: Timestamp, actor: String, action: String) -> AuditEntry {
        version += 1
        updatedAt = max(now, updatedAt)
        let facts = [
            "\(version)", status.rawValue, detailedStatus.rawValue, end?.reason.rawValue ?? "",
            bank?.enrollmentID ?? "",
        ]
        let entry = AuditEntry(
            organisation: organisation,
            object: .enrollment(id),
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
}

extension Change {
    /// Adds the first version of an enrollment, with its audit row and its event.
    package mutating func insert(_ enrollment: Enrollment, actor: String, world: World) -> Enrollment {
        var enrollment = enrollment
        audit.append(enrollment.advance(at: enrollment.createdAt, actor: actor, action: "created"))
        events.append(WebhookBody.event(of: enrollment, isNew: true, world: world))
        let schedule = enrollment.schedule(now: world.onDeadlineClock(enrollment.createdAt))
        writes.append(.enrollment(enrollment, expected: 0, schedule: schedule))
        return enrollment
    }

    /// Adds the version that `event` leads to, with its audit row.
    ///
    /// Adds the event for the merchant too, when the merchant must hear of the new version.
    package mutating func apply(
        _ event: EnrollmentEvent,
        to old: Enrollment,
        at moment: Moment,
        actor: String,
        world: World,
        also: (inout Enrollment) -> Void = { _ in }
    ) throws(UnexpectedEnrollmentEvent) -> (enrollment: Enrollment, effects: [EnrollmentEffect]) {
        let (next, effects) = try old.state.receiving(event, at: moment.deadlineNow)
        var enrollment = old
        enrollment.state = next
        enrollment.retry = .none
        also(&enrollment)
        audit.append(enrollment.advance(at: moment.now, actor: actor, action: event.name))
        if effects.contains(.notifyMerchant) {
            events.append(WebhookBody.event(of: enrollment, isNew: false, world: world))
        }
        let schedule = enrollment.schedule(now: moment.deadlineNow)
        writes.append(.enrollment(enrollment, expected: old.version, schedule: schedule))
        return (enrollment, effects)
    }
}

extension EnrollmentEvent {
    /// The name of the event for audit rows, without its payload.
    package var name: String {
        switch self {
        case .bankCreated: "bank-created"
        case .signalsAccepted: "signals-accepted"
        case .redirectReady: "redirect-ready"
        case .callback: "callback"
        case .callbackFailed: "callback-failed"
        case .exchangeMarked: "exchange-marked"
        case .tokens: "tokens"
        case .holderConfirmed: "holder-confirmed"
        case .options: "options"
        case .attestation: "attestation"
        case .registrationMarked: "registration-marked"
        case .registered: "registered"
        case .refused: "refused"
        case .withdrawn: "withdrawn"
        case .bankEnded: "bank-ended"
        case .endedAtBank: "ended-at-bank"
        case .checked: "checked"
        case .checkDue: "check-due"
        case .cancel: "cancel"
        case .expired: "expired"
        case .clockTick: "clock-tick"
        }
    }
}
