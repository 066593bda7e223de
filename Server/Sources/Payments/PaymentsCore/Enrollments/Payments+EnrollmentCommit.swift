import ChaveBase
import ChavePixModel
import PaymentsModel

extension Payments {
    /// Stores the result of `event` with all its consequences.
    func commit(
        _ event: EnrollmentEvent,
        on enrollment: Enrollment,
        actor: String,
        change: Change = Change(),
        also: (inout Enrollment) -> Void = { _ in }
    ) async throws(RunFailure) -> Enrollment {
        let moment = world.moment()
        var change = change
        let next: Enrollment
        let effects: [EnrollmentEffect]
        do throws(UnexpectedEnrollmentEvent) {
            (next, effects) = try change.apply(
                event,
                to: enrollment,
                at: moment,
                actor: actor,
                world: world,
                also: also
            )
        } catch {
            throw .stuck(.unexpectedEvent(event.name))
        }
        if effects.contains(.endPendingIntents) { try await endPendingIntents(of: next, at: moment, in: &change) }
        try await store(change)
        if next.end != nil { bankTokens.forget(next.id) }
        return next
    }

    /// Stores only a new time for the next try.
    func reschedule(_ enrollment: Enrollment) async throws(RunFailure) {
        var change = Change()
        let schedule = enrollment.schedule(now: world.deadlineNow())
        change.writes.append(.enrollment(enrollment, expected: enrollment.version, schedule: schedule))
        try await store(change)
    }

    func store(_ change: Change) async throws(RunFailure) {
        do throws(CommitFailure) {
            try await write(change)
        } catch {
            throw RunFailure(error)
        }
    }

    /// Ends the intents that still wait for an approval, because they cannot get one any more.
    private func endPendingIntents(
        of enrollment: Enrollment,
        at moment: Moment,
        in change: inout Change
    ) async throws(RunFailure) {
        let intents: [PaymentIntent]
        do throws(StorageFault) {
            intents = try await store.openPaymentIntents(of: enrollment.id)
        } catch {
            throw .storage(error)
        }
        for intent in intents where intent.canBeGivenUp {
            do throws(UnexpectedPaymentIntentEvent) {
                _ = try change.apply(
                    .groundLost(.enrollmentRevoked),
                    to: intent,
                    at: moment,
                    actor: "platform",
                    world: world
                )
            } catch {
                throw .stuck(.unexpectedEvent("ground-lost"))
            }
        }
    }
}
