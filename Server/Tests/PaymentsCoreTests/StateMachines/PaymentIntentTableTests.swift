import ChaveBase
import ChavePixModel
import PaymentsModel
import Testing

/// Payments API, section 6: every state with every event, on both sides of each deadline.
@Suite struct PaymentIntentTableTests {
    static let table = OutcomeTable(
        """
        created: consentCreated→consented refused→failed! groundLost→failed! cancel→canceled! clockTick→= \
        clockTick@deadline→failed! clockTick@never→failed!
        consented: challenge→awaitingApproval refused→failed! groundLost→failed! cancel→canceled! clockTick→= \
        clockTick@deadline→failed! clockTick@never→failed!
        awaitingApproval: approval→authorising! approvalInvalid→failed! approvalInvalid@deadline→failed! refused→failed! \
        groundLost→failed! cancel→canceled! clockTick→= clockTick@deadline→lapsing clockTick@never→lapsing
        lapsing: consentLapsed→failed! refused→failed! clockTick→= \
        clockTick@deadline→= clockTick@never→=
        authorising: authorised→paying authorised@deadline→failed! consumed→paying consumed@deadline→paying refused→failed! consentLapsed→failed! \
        clockTick→= clockTick@deadline→failed! clockTick@never→failed!
        paying: paymentKnown→settling scheduleKnown→scheduled! settled→succeeded! refused→failed! consentLapsed→failed! clockTick→= \
        clockTick@deadline→= clockTick@never→=
        settling: paymentKnown→= settled→succeeded! refused→failed! consentLapsed→failed! clockTick→= \
        clockTick@deadline→= clockTick@never→=
        scheduled: scheduleMoved→= settled→succeeded! refused→failed! clockTick→= \
        clockTick@deadline→= clockTick@never→=
        succeeded: settled→= clockTick→= clockTick@deadline→= clockTick@never→=
        failed: clockTick→= clockTick@deadline→= clockTick@never→=
        canceled: cancel→= clockTick→= clockTick@deadline→= clockTick@never→=
        """
    )

    @Test func theTableNamesEveryStateAndNothingElse() {
        #expect(
            Self.table.names(
                states: PaymentIntentSamples.states.map(PaymentIntentSamples.name(of:)),
                events: PaymentIntentSamples.events.map(\.name)
            )
        )
    }

    @Test(arguments: PaymentIntentSamples.states)
    func everyStateMeetsEveryEventAsTheTableSays(_ state: PaymentIntentState) {
        let name = PaymentIntentSamples.name(of: state)
        for (eventName, event, time) in PaymentIntentSamples.events {
            #expect(outcome(state, event, at: time) == Self.table[name, eventName], "\(name) × \(eventName)")
        }
    }

    @Test func onlyTheBanksWordOrALapsedConsentEndsAPaymentThatMayHaveBeenSent() {
        let allowed: Set = ["settled", "refused", "consentLapsed"]
        for state in PaymentIntentSamples.states where ["paying", "settling", "scheduled"].contains(name(state)) {
            for (eventName, event, time) in PaymentIntentSamples.events {
                guard let next = try? state.receiving(event, at: time).next else { continue }
                let isLive = ["paying", "settling", "scheduled"].contains(name(next))
                #expect(isLive || allowed.contains(eventName), "\(name(state)) × \(eventName)")
            }
        }
    }

    @Test func timeAloneNeverEndsAPaymentThatMayHaveBeenSent() throws {
        for state in PaymentIntentSamples.states where ["paying", "settling", "scheduled"].contains(name(state)) {
            #expect(try state.receiving(.clockTick, at: Timestamp(microseconds: .max)).next == state)
        }
    }

    @Test func nothingButTheBanksWordMakesAPaymentSucceed() {
        for state in PaymentIntentSamples.states {
            for (eventName, event, time) in PaymentIntentSamples.events {
                guard let next = try? state.receiving(event, at: time).next, name(next) == "succeeded" else { continue }
                #expect(name(state) == "succeeded" || eventName == "settled")
            }
        }
    }

    @Test(arguments: 0..<50)
    func noWalkLeavesAnEnd(_ seed: Int) {
        var numbers = SeededNumbers(seed: UInt64(seed))
        var state = PaymentIntentSamples.states[0]
        for _ in 0..<400 {
            let events = PaymentIntentSamples.events
            let (_, event, time) = events.randomElement(using: &numbers) ?? events[0]
            guard let next = try? state.receiving(event, at: time).next else { continue }
            if ["succeeded", "failed", "canceled"].contains(name(state)) {
                #expect(next == state, "left \(name(state)) by \(PaymentIntentSamples.name(of: event))")
            }
            state = next
        }
    }

    private func name(_ state: PaymentIntentState) -> String { PaymentIntentSamples.name(of: state) }

    private func outcome(_ state: PaymentIntentState, _ event: PaymentIntentEvent, at time: Timestamp) -> String {
        guard let (next, effects) = try? state.receiving(event, at: time) else { return OutcomeTable.refused }
        if next == state, effects.isEmpty { return "=" }
        return name(next) + (effects == [.notifyMerchant] ? "!" : "")
    }
}
