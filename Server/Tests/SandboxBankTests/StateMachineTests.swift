import ChaveBase
import ChavePixModel
import InstitutionPort
import Testing

@testable import SandboxBank

/// Every state × event of the three machines, and both sides of every deadline.
@Suite struct StateMachineTests {
    private static let now = TestBank.start
    private static let later = now.adding(seconds: 60)

    // MARK: Enrollment

    private static let enrollmentStates: [EnrollmentState] = [
        .awaitingRiskSignals(until: later), .awaitingHolder(until: later), .awaitingCredential(until: later),
        .authorised(until: later), .authorised(until: nil), .rejected(.manually), .revoked(.manually),
    ]

    private static let enrollmentEvents: [EnrollmentEvent] = [
        .riskSignalsAccepted, .holderApproved, .credentialRegistered(validUntil: later), .rejection(.fidoFailure),
        .revocation(.internalSecurity),
    ]

    /// What each pair leads to; `nil`: refused.
    private func expected(_ state: EnrollmentState, _ event: EnrollmentEvent) -> EnrollmentState? {
        switch (state.status, event) {
        case (.awaitingRiskSignals, .riskSignalsAccepted): .awaitingHolder(until: Self.now.adding(seconds: 900))
        case (.awaitingAccountHolderValidation, .holderApproved):
            .awaitingCredential(until: Self.now.adding(seconds: 300))
        case (.awaitingEnrollment, .credentialRegistered(let end)): .authorised(until: end)
        case (.awaitingRiskSignals, .rejection(let reason)), (.awaitingAccountHolderValidation, .rejection(let reason)),
            (.awaitingEnrollment, .rejection(let reason)):
            .rejected(reason)
        case (.authorised, .revocation(let reason)): .revoked(reason)
        default: nil
        }
    }

    @Test func everyEnrollmentStateMeetsEveryEvent() {
        for state in Self.enrollmentStates {
            for event in Self.enrollmentEvents {
                #expect((try? state.receiving(event, at: Self.now)) == expected(state, event), "\(state) \(event)")
            }
        }
    }

    @Test func anEnrollmentExpiresAtItsDeadlineAndNotBefore() {
        let justBefore = Self.later.adding(microseconds: -1)
        for (state, end) in [
            (.awaitingRiskSignals(until: Self.later), .rejected(.riskSignalsTimedOut)),
            (.awaitingHolder(until: Self.later), .rejected(.holderValidationTimedOut)),
            (.awaitingCredential(until: Self.later), .rejected(.enrollmentTimedOut)),
            (.authorised(until: Self.later), .revoked(.validityExpired)),
        ] as [(EnrollmentState, EnrollmentState)] {
            #expect(state.expiring(at: justBefore) == state)
            #expect(state.expiring(at: Self.later) == end)
            for event in Self.enrollmentEvents {
                #expect(throws: UnexpectedEnrollmentEvent(state: end, event: event)) {
                    try state.receiving(event, at: Self.later)
                }
            }
        }
        #expect(
            EnrollmentState.authorised(until: nil).expiring(at: Timestamp(microseconds: .max))
                == .authorised(until: nil)
        )
    }

    @Test func whatIsStoredOfAnEnrollmentIsItsState() {
        for state in Self.enrollmentStates {
            let stored = EnrollmentState(
                status: state.status.rawValue,
                deadline: state.deadline,
                reason: state.endReason?.code
            )
            #expect(stored == state)
        }
        #expect(EnrollmentState(status: "AWAITING_ENROLLMENT", deadline: nil, reason: nil) == nil)
        #expect(EnrollmentState(status: "REJECTED", deadline: nil, reason: "REVOGADO_OUTRO") == nil)
    }

    // MARK: Consent

    private static let consentStates: [ConsentState] = [
        .awaitingAuthorisation(until: later), .partiallyAccepted(until: later), .authorised(until: later),
        .rejected(.notStated), .consumed,
    ]

    private static let consentEvents: [ConsentEvent] = [
        .authorisation(approversLeft: 0), .authorisation(approversLeft: 1), .otherHolderApproved,
        .rejection(.accountCannotPay), .paymentReceived,
    ]

    private func expected(_ state: ConsentState, _ event: ConsentEvent) -> ConsentState? {
        let hour = Self.now.adding(seconds: 3_600)
        return switch (state.status, event) {
        case (.awaitingAuthorisation, .authorisation(0)): .authorised(until: hour)
        case (.awaitingAuthorisation, .authorisation): .partiallyAccepted(until: hour)
        case (.partiallyAccepted, .otherHolderApproved): .authorised(until: hour)
        case (.awaitingAuthorisation, .rejection(let reason)), (.partiallyAccepted, .rejection(let reason)),
            (.authorised, .rejection(let reason)):
            .rejected(reason)
        case (.authorised, .paymentReceived): .consumed
        default: nil
        }
    }

    @Test func everyConsentStateMeetsEveryEvent() {
        for state in Self.consentStates {
            for event in Self.consentEvents {
                #expect((try? state.receiving(event, at: Self.now)) == expected(state, event), "\(state) \(event)")
            }
        }
    }

    @Test func aConsentExpiresAtItsDeadlineAndNotBefore() {
        for (state, reason) in [
            (.awaitingAuthorisation(until: Self.later), .authorisationTimedOut),
            (.partiallyAccepted(until: Self.later), .authorisationTimedOut),
            (.authorised(until: Self.later), .consumptionTimedOut),
        ] as [(ConsentState, ConsentRejection)] {
            #expect(state.expiring(at: Self.later.adding(microseconds: -1)) == state)
            #expect(state.expiring(at: Self.later) == .rejected(reason))
            for event in Self.consentEvents {
                #expect(throws: UnexpectedConsentEvent.self) { try state.receiving(event, at: Self.later) }
            }
        }
    }

    @Test func whatIsStoredOfAConsentIsItsState() {
        for state in Self.consentStates {
            let stored = ConsentState(
                status: state.status.rawValue,
                deadline: state.deadline,
                reason: state.rejection?.rawValue
            )
            #expect(stored == state)
        }
        #expect(ConsentState(status: "AUTHORISED", deadline: nil, reason: nil) == nil)
    }

    // MARK: Payment

    private static let paymentStates: [PaymentState] = [
        .received(settlesAt: now), .received(settlesAt: later), .held, .scheduled(settlesAt: now),
        .scheduled(settlesAt: later), .settled, .rejected(.insufficientFunds), .cancelled,
    ]

    private static let paymentEvents: [PaymentEvent] = [
        .moneyMoved, .ledgerRefused(.sameAccount), .hold, .release, .dayCame, .cancellation,
    ]

    private func expected(_ state: PaymentState, _ event: PaymentEvent) -> PaymentState? {
        switch (state, event) {
        case (.received(Self.now), .moneyMoved), (.scheduled(Self.now), .moneyMoved): .settled
        case (.received(Self.now), .ledgerRefused(let reason)), (.scheduled(Self.now), .ledgerRefused(let reason)):
            .rejected(reason)
        case (.received, .hold): .held
        case (.held, .release): .received(settlesAt: Self.now)
        case (.scheduled, .dayCame): .scheduled(settlesAt: Self.now)
        case (.held, .cancellation), (.scheduled, .cancellation): .cancelled
        default: nil
        }
    }

    @Test func everyPaymentStateMeetsEveryEvent() {
        for state in Self.paymentStates {
            for event in Self.paymentEvents {
                #expect((try? state.receiving(event, at: Self.now)) == expected(state, event), "\(state) \(event)")
            }
        }
    }

    @Test func whatIsStoredOfAPaymentIsItsState() {
        for state in Self.paymentStates {
            let stored = PaymentState(
                status: state.status.rawValue,
                settlesAt: state.settlesAt,
                reason: state.rejection?.rawValue
            )
            #expect(stored == state)
        }
        #expect(PaymentState(status: "RCVD", settlesAt: nil, reason: nil) == nil)
    }

    // MARK: Rules beside the machines

    @Test func limitsAllowUpToThemselves() throws {
        func money(_ text: String) throws -> Money { try #require(Money(decimal: text)) }
        let limits = PaymentLimits(transaction: try money("50.00"), daily: try money("80.00"))
        #expect(limits.allow(try money("50.00"), spentToday: .zero))
        #expect(!limits.allow(try money("50.01"), spentToday: .zero))
        #expect(limits.allow(try money("30.00"), spentToday: try money("50.00")))
        #expect(!limits.allow(try money("30.01"), spentToday: try money("50.00")))
        let most = try #require(Money(centavos: .max))
        #expect(!PaymentLimits(transaction: nil, daily: most).allow(most, spentToday: most))
    }

    @Test(
        arguments: [
            ("100.00", .real), ("100.01", .insufficientFunds), ("200.00", .insufficientFunds),
            ("200.01", .authorisationRefused), ("300.00", .authorisationRefused), ("300.01", .real),
        ] as [(String, AmountOutcome)]
    )
    func amountsHaveOutcomes(_ amount: String, _ outcome: AmountOutcome) throws {
        #expect(AmountOutcome(try #require(Money(decimal: amount))) == outcome)
    }

    @Test func aConsentsDayIsTodayOrToCome() {
        let lateEvening = Timestamp(rfc3339: "2026-07-15T01:00:00Z") ?? Self.now
        #expect(PaymentDay("2026-07-15", now: lateEvening) == .today)
        // In Brasília it is still the 14th.
        #expect(PaymentDay("2026-07-14", now: lateEvening) == .today)
        #expect(PaymentDay("2026-07-13", now: lateEvening) == nil)
        #expect(PaymentDay("2026-02-30", now: lateEvening) == nil)
        let day = Timestamp(rfc3339: "2026-07-20T15:00:00Z") ?? Self.now
        #expect(PaymentDay("2026-07-20", now: lateEvening) == .scheduled(at: day))
        #expect(PaymentDay("2028-07-14", now: lateEvening) != nil)
        #expect(PaymentDay("2028-07-15", now: lateEvening) == nil)
        // Tomorrow in Brasília is today in UTC: a schedule may begin then.
        let days = ["2026-07-14", "2026-07-15", "2026-07-16"].compactMap { CalendarDate(iso: $0) }
        #expect(days.map { PaymentDay.isLater($0, than: lateEvening) } == [false, true, true])
    }
}
