import ChaveBase
import Testing
import TokenActivationCore

/// Every state against every event, before the step-up's end, after it, once no order can still be carried out, and after
/// nobody asks any more.
@Suite struct ActivationStateTests {
    typealias Outcome = (next: ActivationState, step: ActivationStep)

    static let states: [ActivationState] =
        ActivationState.Phase.allCases.map { .activating($0) } + [
            .active, .declined(isNetworkTold: false), .declined(isNetworkTold: true), .refused(.deviceMismatch),
            .failed(.networkUnavailable),
        ]

    static let events: [ActivationEvent] =
        [.resumed, .networkRefused, .networkAway, .outcomeUnknown, .tokenGone, .tokenUnreadable]
        + TokenState.allCases.flatMap { [.answered($0), .tokenRead($0)] }

    static let deadlines = ActivationDeadlines(
        stepUpEndsAt: Timestamp(seconds: 100),
        ordersLandUntil: Timestamp(seconds: 168),
        settlesUntil: Timestamp(seconds: 1_000)
    )

    /// What is expected of a pair; `nil` where the event cannot happen.
    private static func expected(
        _ state: ActivationState,
        _ event: ActivationEvent,
        at seconds: Int64
    ) -> Outcome? {
        switch state {
        case .activating(let phase):
            if event == .resumed { return (.activating(phase == .lastLook ? .lastLook : .unsure), .readToken) }
            switch phase {
            case .asking, .askingAgain: return asked(event, again: phase == .askingAgain)
            case .unsure, .readingAgain, .lastLook:
                return read(event, phase, at: seconds)
            }
        case .declined(isNetworkTold: false):
            switch event {
            case .resumed: return (state, seconds >= 100 ? .rest : .tellNetwork)
            case .answered: return (.declined(isNetworkTold: true), .rest)
            case .networkRefused: return (state, .rest)
            case .networkAway: return (state, .wait(.networkUnavailable))
            case .outcomeUnknown: return (state, .wait(.outcomeUnknown))
            case .tokenRead, .tokenGone, .tokenUnreadable: return nil
            }
        case .active, .declined, .refused, .failed: return event == .resumed ? (state, .rest) : nil
        }
    }

    private static func asked(_ event: ActivationEvent, again: Bool) -> Outcome? {
        switch event {
        case .answered(.inactive): (.activating(.unsure), .wait(.outcomeUnknown))
        case .answered(let state): ended(state)
        case .networkRefused: again ? (.activating(.lastLook), .readToken) : (.refused(.refusedByNetwork), .rest)
        case .networkAway: (.activating(again ? .unsure : .asking), .wait(.outcomeUnknown))
        case .outcomeUnknown: (.activating(again ? .readingAgain : .unsure), .readToken)
        case .resumed, .tokenRead, .tokenGone, .tokenUnreadable: nil
        }
    }

    private static func read(
        _ event: ActivationEvent,
        _ phase: ActivationState.Phase,
        at seconds: Int64
    ) -> Outcome? {
        let waiting: ActivationState = .activating(phase == .lastLook ? .lastLook : .unsure)
        return switch event {
        case .tokenRead(.inactive) where phase == .lastLook && seconds >= 168: (.refused(.refusedByNetwork), .rest)
        case .tokenRead(.inactive) where seconds >= 168: (.failed(.stepUpExpired), .rest)
        case .tokenRead(.inactive) where phase != .unsure || seconds >= 100: (waiting, .wait(.outcomeUnknown))
        case .tokenRead(.inactive): (.activating(.askingAgain), .askNetwork)
        case .tokenRead(let state): ended(state)
        case .tokenGone: (.refused(.tokenNotFound), .rest)
        case .tokenUnreadable where seconds >= 1_000: (.failed(.outcomeUnknown), .rest)
        case .tokenUnreadable: (waiting, .wait(.outcomeUnknown))
        case .resumed, .answered, .networkRefused, .networkAway, .outcomeUnknown: nil
        }
    }

    private static func ended(_ state: TokenState) -> Outcome? {
        switch state {
        case .inactive: nil
        case .active: (.active, .notifyHolder)
        case .suspended: (.refused(.tokenSuspended), .rest)
        case .deactivated: (.refused(.tokenDeactivated), .rest)
        }
    }

    @Test(arguments: [99, 100, 167, 168, 999, 1_000])
    func eachStateKnowsEachEvent(_ seconds: Int64) {
        let now = Timestamp(seconds: seconds)
        for state in Self.states {
            for event in Self.events {
                let expected = Self.expected(state, event, at: seconds)
                do throws(UnexpectedActivationEvent) {
                    let outcome = try state.receiving(event, at: now, Self.deadlines)
                    #expect(outcome.next == expected?.next, "\(state) and \(event) at \(seconds)")
                    #expect(outcome.step == expected?.step, "\(state) and \(event) at \(seconds)")
                } catch {
                    #expect(expected == nil, "\(state) and \(event) at \(seconds)")
                    #expect(error == UnexpectedActivationEvent(state: state, event: event))
                }
            }
        }
    }

    /// Whoever hears that nothing was done may tell their wallet so: an activation that is still open never says it.
    @Test func whatIsStillOpenNeverSaysThatNothingWasDone() throws {
        for phase in ActivationState.Phase.allCases {
            for event in Self.events {
                let now = Timestamp(seconds: 0)
                let outcome = try? ActivationState.activating(phase).receiving(event, at: now, Self.deadlines)
                guard let outcome, outcome.next.isActivating, case .wait(let code) = outcome.step else { continue }
                #expect(code == .outcomeUnknown, "\(phase) and \(event)")
            }
        }
    }

    /// Where no step-up was open, none is waited for.
    @Test func withoutAStepUpNothingIsAskedAgain() throws {
        let none = ActivationDeadlines(
            stepUpEndsAt: nil,
            ordersLandUntil: nil,
            settlesUntil: Timestamp(seconds: 1_000)
        )
        let state = ActivationState.activating(.unsure)
        let outcome = try state.receiving(.tokenRead(.inactive), at: Timestamp(seconds: 0), none)
        #expect(outcome.next == .failed(.stepUpExpired))
    }

    @Test func eachStateIsReadAsItWasWritten() {
        let reasons = ActivationRefusal.Code.allCases
        let all = Self.states + reasons.map { .refused($0) } + reasons.map { .failed($0) }
        for state in all { #expect(ActivationState(name: state.name, detail: state.detail) == state) }
        for name in ActivationState.Name.allCases {
            #expect(ActivationState(name: name, detail: "something else") == nil)
            if name != .active { #expect(ActivationState(name: name, detail: nil) == nil) }
        }
    }
}
