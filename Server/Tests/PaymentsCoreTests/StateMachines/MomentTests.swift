import ChaveBase
import ChavePixModel
import PaymentsModel
import ServerTestSupport
import Testing

@testable import PaymentsCore

/// Which of the two clocks each state reads: one ahead at the limit, then the other.
@Suite struct MomentTests {
    private static let deadline = EnrollmentSamples.deadline
    private static let before = deadline.adding(microseconds: -1)
    private static let world = World(
        now: { before },
        uptimeMilliseconds: { 0 },
        randomBytes: { Array(repeating: 1, count: $0) },
        sleep: { _ in },
        deadlinesAheadSeconds: { 300 }
    )

    @Test func theClockOfDeadlinesIsTheRealOneAndSoMuch() {
        let moment = Self.world.moment()
        #expect(moment == Moment(now: Self.before, deadlineNow: Self.before.adding(seconds: 300)))
        #expect(Self.world.deadlineNow() == moment.deadlineNow)
        let plain = World(now: { Self.before }, uptimeMilliseconds: { 0 }, randomBytes: { _ in [] }, sleep: { _ in })
        #expect(plain.deadlineNow() == Self.before)
    }

    /// A deadline of the one clock, with the other beyond it.
    @Test(arguments: PaymentIntentSamples.states.indices)
    func onlyTheClockOfDeadlinesEndsAnIntent(_ index: Int) throws {
        let state = PaymentIntentSamples.states[index]
        let late = Moment(now: Self.deadline.adding(seconds: 3_600), deadlineNow: Self.before)
        #expect(try state.receiving(.clockTick, at: late).next == state)
        let due = Moment(now: Self.before.adding(seconds: -3_600), deadlineNow: Self.deadline)
        let byEitherClock = try state.receiving(.clockTick, at: Self.deadline).next
        #expect(try state.receiving(.clockTick, at: due).next == byEitherClock)
    }

    @Test func sinceWhenAPaymentIsOnItsWayIsARealTime() throws {
        let moment = Moment(now: Self.before.adding(seconds: -3_600), deadlineNow: Self.before)
        let approval = PaymentIntentSamples.approval
        let sent = try PaymentIntentState.authorising(approval)
            .receiving(.authorised(payment: PaymentIntentSamples.payment), at: moment).next
        #expect(sent == .paying(body: PaymentIntentSamples.payment, sentAt: moment.now))
        #expect(try sent.receiving(.paymentKnown, at: moment).next == .settling(since: moment.now))
        #expect(try sent.receiving(.settled, at: moment).next == .succeeded(at: moment.now))
    }

    /// What a change writes: plans by the one clock, words by the other.
    @Test(arguments: EnrollmentSamples.states.indices)
    func anEnrollmentsChangeIsDatedByTheRealClockAndPlannedByTheOther(_ index: Int) throws {
        var enrollment = StorageSample(1).enrollment()
        enrollment.state = EnrollmentSamples.states[index]
        let moment = Self.world.moment()
        var change = Change()
        // In all states the tick is an event; at this moment only the clock of deadlines is beyond the limit.
        let (next, _) = try change.apply(
            .clockTick,
            to: enrollment,
            at: moment,
            actor: "platform",
            world: Self.world
        )
        #expect(next.updatedAt == max(moment.now, enrollment.updatedAt))
        #expect(change.audit.map(\.at) == [next.updatedAt] && change.events.allSatisfy { $0.at == next.updatedAt })
        let expected = try enrollment.state.receiving(.clockTick, at: Self.deadline).next
        #expect(next.state == expected)
        guard case .enrollment(_, _, let schedule)? = change.writes.first else {
            Issue.record("nothing written")
            return
        }
        if let heldUntil = schedule.heldUntil { #expect(heldUntil == moment.deadlineNow.adding(seconds: 30)) }
    }
}
