import ChaveBase
import ChavePixModel
import PaymentsModel
import ServerTestSupport
import Testing

@testable import PaymentsCore

/// Every time limit of sections 5 and 6: one tick before, at, and after it; and the sweeper is there in time.
struct TimeLimitTests {
    private static let deadline = EnrollmentSamples.deadline
    private static let before = deadline.adding(microseconds: -1)
    private static let late = deadline.adding(seconds: 365 * 24 * 60 * 60)

    private static func withdrawing(_ reason: StatusReasonCode, hadOptions: Bool) -> EnrollmentState {
        .withdrawing(EnrollmentEnd(.failed, reason), hadOptions: hadOptions)
    }

    /// What time alone makes of a state at its limit; `nil`: nothing, ever.
    private static func end(of state: EnrollmentState) -> EnrollmentState? {
        switch state {
        case .created: .ended(EnrollmentEnd(.failed, .institutionUnavailable), atBank: true)
        case .knownToBank, .signalsSent, .returned, .exchanging, .exchanged, .holderChecked:
            withdrawing(.institutionUnavailable, hadOptions: false)
        case .awaitingHolder: withdrawing(.expired, hadOptions: false)
        case .awaitingCredential: withdrawing(.expired, hadOptions: true)
        case .attested, .registering: withdrawing(.institutionUnavailable, hadOptions: true)
        case .authorised, .withdrawing, .ended: nil
        }
    }

    @Test(arguments: EnrollmentSamples.states.indices)
    func anEnrollmentsLimitCountsFromItsVeryMicrosecond(_ index: Int) throws {
        let state = EnrollmentSamples.states[index]
        #expect(try state.receiving(.clockTick, at: TimeLimitTests.before).next == state)
        for time in [TimeLimitTests.deadline, TimeLimitTests.deadline.adding(microseconds: 1), TimeLimitTests.late] {
            let (next, effects) = try state.receiving(.clockTick, at: time)
            #expect(next == TimeLimitTests.end(of: state) ?? state)
            // A merchant hears of an end when it is one; what is withdrawn has not ended yet.
            if case .ended = next, next != state { #expect(effects.contains(.notifyMerchant)) }
        }
    }

    private static func end(of state: PaymentIntentState) -> PaymentIntentState? {
        switch state {
        case .created, .authorising: .ended(PaymentIntentEnd(.failed, .institutionUnavailable))
        case .consented: .ended(PaymentIntentEnd(.failed, .consentExpired))
        case .awaitingApproval: .lapsing
        // Time alone ends nothing once a payment may have been sent.
        case .lapsing, .paying, .settling, .scheduled, .succeeded, .ended: nil
        }
    }

    @Test(arguments: PaymentIntentSamples.states.indices)
    func anIntentsLimitCountsFromItsVeryMicrosecond(_ index: Int) throws {
        let state = PaymentIntentSamples.states[index]
        #expect(try state.receiving(.clockTick, at: TimeLimitTests.before).next == state)
        for time in [TimeLimitTests.deadline, TimeLimitTests.deadline.adding(microseconds: 1), TimeLimitTests.late] {
            let (next, effects) = try state.receiving(.clockTick, at: time)
            #expect(next == TimeLimitTests.end(of: state) ?? state)
            if case .ended = next, next != state { #expect(effects == [.notifyMerchant]) }
        }
    }

    // MARK: A request at the limit

    /// What people and devices send, in the state that waits for it.
    private static let requests: [(EnrollmentState, EnrollmentEvent)] = EnrollmentSamples.states.compactMap { state in
        switch state {
        case .awaitingHolder: (state, .callback(code: EnrollmentSamples.sealed, deadline: late))
        case .awaitingCredential: (state, .attestation(EnrollmentSamples.sealed, deadline: late))
        default: nil
        }
    }

    @Test func aRequestIsTakenBeforeItsLimitAndNotAtIt() throws {
        #expect(TimeLimitTests.requests.count == 2)
        for (state, request) in TimeLimitTests.requests {
            #expect(try state.receiving(request, at: TimeLimitTests.before).next != state)
            for time in [TimeLimitTests.deadline, TimeLimitTests.late] {
                #expect(throws: UnexpectedEnrollmentEvent.self) { try state.receiving(request, at: time) }
            }
        }
        let waiting = PaymentIntentState.awaitingApproval(
            PaymentIntentSamples.challenge,
            deadline: TimeLimitTests.deadline
        )
        let approval = PaymentIntentEvent.approval(PaymentIntentSamples.approval)
        #expect(try waiting.receiving(approval, at: TimeLimitTests.before).next != waiting)
        for time in [TimeLimitTests.deadline, TimeLimitTests.late] {
            #expect(throws: UnexpectedPaymentIntentEvent.self) { try waiting.receiving(approval, at: time) }
        }
    }

    /// Whatever wins, the other finds no state that takes it: there is one end.
    @Test func whatTimeHasTakenNoRequestTakesBack() throws {
        for (state, request) in TimeLimitTests.requests {
            let ended = try state.receiving(.clockTick, at: TimeLimitTests.deadline).next
            #expect(throws: UnexpectedEnrollmentEvent.self) {
                try ended.receiving(request, at: TimeLimitTests.before)
            }
        }
    }

    // MARK: The sweeper is there in time

    @Test(arguments: EnrollmentSamples.states.indices)
    func anEnrollmentIsDueAtItsLimitAtTheLatest(_ index: Int) throws {
        var enrollment = StorageSample(1).enrollment()
        enrollment.state = EnrollmentSamples.states[index]
        guard TimeLimitTests.end(of: enrollment.state) != nil else { return }
        // However far away the next try of a call is.
        for retry in [Retry.none, Retry(attempts: 9, nextAt: TimeLimitTests.late)] {
            enrollment.retry = retry
            let wakeAt = try #require(enrollment.wakeAt(now: TimeLimitTests.before))
            #expect(wakeAt <= TimeLimitTests.deadline)
        }
    }

    @Test(arguments: PaymentIntentSamples.states.indices)
    func anIntentIsDueAtItsLimitAtTheLatest(_ index: Int) throws {
        var intent = StorageSample(1).intent()
        intent.state = PaymentIntentSamples.states[index]
        for retry in [Retry.none, Retry(attempts: 9, nextAt: TimeLimitTests.late)] {
            intent.retry = retry
            let wakeAt = intent.wakeAt(now: TimeLimitTests.before)
            // Without a limit it is due at its next try, as long as it has not ended: a silent bank is asked again.
            if TimeLimitTests.end(of: intent.state) != nil {
                #expect(try #require(wakeAt) <= TimeLimitTests.deadline)
            } else {
                #expect((wakeAt == nil) == intent.isAtEnd)
            }
        }
    }

    @Test func theLimitsAreTheContracts() {
        #expect(EnrollmentRules.holderWithinSeconds == 15 * 60)
        #expect(EnrollmentRules.optionsWithinSeconds == 5 * 60)
        #expect(EnrollmentRules.credentialWithinSeconds == 5 * 60)
        #expect(EnrollmentRules.verdictWithinSeconds == 2 * 60)
        #expect(EnrollmentRules.checksEverySeconds == 24 * 60 * 60)
        #expect(EnrollmentRules.stopsBeforeBankSeconds == 10)
        #expect(PaymentIntentRules.consentLivesSeconds == 5 * 60)
        #expect(PaymentIntentRules.stopsBeforeBankSeconds == 10)
        #expect(PaymentIntentRules.repeatsPaymentForSeconds == 11 * 60 * 60)
        let approved = TimeLimitTests.deadline
        #expect(PaymentIntentRules.paymentLeavesBy(approvedAt: approved) == approved.adding(seconds: 2 * 60))
    }
}
