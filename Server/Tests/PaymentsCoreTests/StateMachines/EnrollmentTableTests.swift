import ChaveBase
import ChavePixModel
import PaymentsModel
import Testing

/// Payments API, section 5: every state with every event, on both sides of each deadline.
@Suite struct EnrollmentTableTests {
    static let table = OutcomeTable(
        """
        created: bankCreated→knownToBank refused→ended! bankEnded→ended! cancel→ended! clockTick→= \
        clockTick@deadline→ended!
        knownToBank: signalsAccepted→signalsSent refused→endedHere! withdrawn→withdrawing bankEnded→ended! \
        cancel→endedHere! clockTick→= clockTick@deadline→withdrawing
        signalsSent: redirectReady→awaitingHolder refused→endedHere! withdrawn→withdrawing bankEnded→ended! \
        cancel→endedHere! clockTick→= clockTick@deadline→withdrawing
        awaitingHolder: callback→returned! callbackFailed→withdrawing bankEnded→ended! cancel→endedHere! \
        clockTick→= clockTick@deadline→withdrawing
        returned: exchangeMarked→exchanging withdrawn→withdrawing bankEnded→ended! cancel→endedHere! clockTick→= \
        clockTick@deadline→withdrawing
        exchanging: tokens→exchanged refused→endedHere! withdrawn→withdrawing bankEnded→ended! cancel→endedHere! \
        clockTick→= clockTick@deadline→withdrawing
        exchanged: holderConfirmed→holderChecked refused→endedHere! withdrawn→withdrawing bankEnded→ended! \
        cancel→endedHere! clockTick→= clockTick@deadline→withdrawing
        holderChecked: options→awaitingCredential! refused→endedHere! withdrawn→withdrawing bankEnded→ended! \
        cancel→endedHere! clockTick→= clockTick@deadline→withdrawing
        awaitingCredential: attestation→attested withdrawn→withdrawing bankEnded→ended! cancel→endedHere! \
        clockTick→= clockTick@deadline→withdrawing
        attested: registrationMarked→registering withdrawn→withdrawing bankEnded→ended! cancel→endedHere! \
        clockTick→= clockTick@deadline→withdrawing
        registering: registered→authorised! refused→endedHere! withdrawn→withdrawing bankEnded→ended! \
        cancel→endedHere! clockTick→= clockTick@deadline→withdrawing
        authorised: checked→= checkDue→authorised expired→endedHere!! bankEnded→ended!! cancel→endedHere!! clockTick→= \
        clockTick@deadline→=
        withdrawing: bankEnded→ended! endedAtBank→ended! cancel→endedHere! clockTick→= clockTick@deadline→=
        endedHere: bankEnded→ended endedAtBank→ended cancel→= clockTick→= clockTick@deadline→=
        ended: bankEnded→= endedAtBank→= cancel→= clockTick→= clockTick@deadline→=
        """
    )

    @Test func theTableNamesEveryStateAndNothingElse() {
        #expect(
            Self.table.names(
                states: EnrollmentSamples.states.map(EnrollmentSamples.name(of:)),
                events: EnrollmentSamples.events.map(\.name)
            )
        )
    }

    @Test(arguments: EnrollmentSamples.states)
    func everyStateMeetsEveryEventAsTheTableSays(_ state: EnrollmentState) {
        let name = EnrollmentSamples.name(of: state)
        for (eventName, event, time) in EnrollmentSamples.events {
            #expect(outcome(state, event, at: time) == Self.table[name, eventName], "\(name) × \(eventName)")
        }
    }

    @Test func whatHasEndedStaysAsItEnded() {
        for outcome in [EnrollmentEnd.Outcome.failed, .canceled] {
            let ours = EnrollmentEnd(outcome, .rejectedByUser)
            for atBank in [false, true] {
                for (_, event, time) in EnrollmentSamples.events {
                    guard let next = try? EnrollmentState.ended(ours, atBank: atBank).receiving(event, at: time).next
                    else { continue }
                    #expect(next == .ended(ours, atBank: true) || next == .ended(ours, atBank: atBank))
                }
            }
        }
    }

    @Test func onlyTheBanksRegistrationMakesAnEnrollmentUsable() {
        for state in EnrollmentSamples.states {
            for (name, event, time) in EnrollmentSamples.events {
                guard let next = try? state.receiving(event, at: time).next, case .authorised = next else { continue }
                #expect(EnrollmentSamples.name(of: state) == "authorised" || name == "registered")
            }
        }
    }

    @Test func anUsableEnrollmentEndsCanceledAndAnyOtherFailed() throws {
        for state in EnrollmentSamples.states {
            for (_, event, time) in EnrollmentSamples.events {
                guard let next = try? state.receiving(event, at: time).next, case .ended(let end, _) = next else {
                    continue
                }
                let isUsable = EnrollmentSamples.name(of: state) == "authorised"
                #expect(end.outcome == (isUsable ? .canceled : .failed))
            }
        }
    }

    @Test func theBanksReasonReplacesOursOnlyWhereWeKnewNoBetter() throws {
        let theirs = EnrollmentEnd(.failed, .tooManyChallenges)
        let time = EnrollmentSamples.early
        let expired = EnrollmentState.withdrawing(EnrollmentEnd(.failed, .expired), hadOptions: true)
        #expect(try expired.receiving(.bankEnded(theirs), at: time).next == .ended(theirs, atBank: true))
        // A callback that says no: the bank knows whose no it was; what came with it stays.
        let no = EnrollmentEnd(.failed, .rejectedByUser, message: "No.")
        let denied = EnrollmentState.withdrawing(no, hadOptions: false)
        let said = EnrollmentEnd(.failed, .tooManyChallenges, message: "No.")
        #expect(try denied.receiving(.bankEnded(theirs), at: time).next == .ended(said, atBank: true))
        // A bank that gives no reason says no more than the callback did.
        let mute = EnrollmentEnd(.failed, .other)
        #expect(try denied.receiving(.bankEnded(mute), at: time).next == .ended(no, atBank: true))
        let mismatch = EnrollmentEnd(.failed, .holderMismatch)
        let withdrawn = EnrollmentState.withdrawing(mismatch, hadOptions: false)
        #expect(try withdrawn.receiving(.bankEnded(theirs), at: time).next == .ended(mismatch, atBank: true))
    }

    @Test(arguments: 0..<50)
    func noWalkLeavesAnEnd(_ seed: Int) {
        var numbers = SeededNumbers(seed: UInt64(seed))
        var state = EnrollmentSamples.states[0]
        for _ in 0..<400 {
            let (_, event, time) =
                EnrollmentSamples.events.randomElement(using: &numbers) ?? EnrollmentSamples.events[0]
            guard let next = try? state.receiving(event, at: time).next else { continue }
            if case .ended(let before, _) = state {
                guard case .ended(let after, _) = next else {
                    Issue.record("left its end by \(EnrollmentSamples.name(of: event))")
                    return
                }
                #expect(before == after)
            }
            state = next
        }
    }

    private func outcome(_ state: EnrollmentState, _ event: EnrollmentEvent, at time: Timestamp) -> String {
        guard let (next, effects) = try? state.receiving(event, at: time) else { return OutcomeTable.refused }
        if next == state, effects.isEmpty { return "=" }
        let marks: [[EnrollmentEffect]: String] = [
            []: "", [.notifyMerchant]: "!", [.notifyMerchant, .endPendingIntents]: "!!",
        ]
        return EnrollmentSamples.name(of: next) + (marks[effects] ?? "?")
    }
}
