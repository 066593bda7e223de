import ChaveBase
import Hashing
import SignInModel
import Testing

@testable import SignInCore

/// The table of states and events, and what time alone does.
struct ExtensionStateTests {
    private static let start = Timestamp(seconds: 1_000)
    private static let policy = ExtensionPolicy()

    private enum Situation: CaseIterable {
        case offeringWithoutCode, offering, pairing, done, aborted

        var state: ExtensionState {
            switch self {
            case .offeringWithoutCode: .begun(at: start)
            case .offering: .offering(CodeOffer(rotation: 0, since: start, code: code(1)), refused: 1)
            case .pairing: .pairing(waiting, rotation: 0, refused: 1)
            case .done: .done(pairing: "p", credential: "c")
            case .aborted: .aborted(.cancelled)
            }
        }
    }

    private enum Happening: CaseIterable {
        case look, codeDrawn, rightClaim, wrongClaim, approval, wrongNumber, othersApproval, refusal, othersRefusal
        case cancellation, exporterEnded

        var event: ExtensionEvent {
            switch self {
            case .look: .look
            case .codeDrawn: .codeDrawn(code(2))
            case .rightClaim: .claim(code(1).digest, waiting)
            case .wrongClaim: .claim(code(9).digest, waiting)
            case .approval: .approval(pairing: "p", picked: MatchNumber(42))
            case .wrongNumber: .approval(pairing: "p", picked: MatchNumber(41))
            case .othersApproval: .approval(pairing: "q", picked: MatchNumber(42))
            case .refusal: .refusal(pairing: "p")
            case .othersRefusal: .refusal(pairing: "q")
            case .cancellation: .cancellation
            case .exporterEnded: .exporterEnded
            }
        }
    }

    private enum Outcome: Equatable {
        case same([ExtensionEffect] = [])
        case next(ExtensionState, [ExtensionEffect] = [])
        case refused(ExtensionRefusal)
    }

    private static let refusedOnceMore = Outcome.next(.offering(CodeOffer(rotation: 1, since: start), refused: 2))

    private static func expected(_ situation: Situation, _ happening: Happening) -> Outcome {
        switch (situation, happening) {
        case (.offeringWithoutCode, .look): .same([.drawCode])
        case (.offeringWithoutCode, .codeDrawn):
            .next(.offering(CodeOffer(rotation: 0, since: start, code: code(2)), refused: 0))
        case (.offeringWithoutCode, .rightClaim), (.offeringWithoutCode, .wrongClaim): .refused(.invalidCode)
        case (.offering, .rightClaim): .next(.pairing(waiting, rotation: 0, refused: 1))
        case (.offering, .wrongClaim): .refused(.invalidCode)
        case (.pairing, .rightClaim), (.pairing, .wrongClaim): .refused(.invalidCode)
        case (.done, .rightClaim), (.done, .wrongClaim): .refused(.invalidCode)
        case (.aborted, .rightClaim), (.aborted, .wrongClaim): .refused(.invalidCode)
        case (.offeringWithoutCode, .cancellation), (.offering, .cancellation), (.pairing, .cancellation):
            .next(.aborted(.cancelled))
        case (.offeringWithoutCode, .exporterEnded), (.offering, .exporterEnded), (.pairing, .exporterEnded):
            .next(.aborted(.exporterEnded))
        case (.pairing, .approval): .next(.done(pairing: "p", credential: "c"), [.recordChild(waiting)])
        case (.pairing, .wrongNumber), (.pairing, .refusal): refusedOnceMore
        case (.done, .approval), (.done, .wrongNumber): .same()
        case (.offeringWithoutCode, .approval), (.offering, .approval), (.aborted, .approval),
            (.offeringWithoutCode, .wrongNumber), (.offering, .wrongNumber), (.aborted, .wrongNumber),
            (.offeringWithoutCode, .othersApproval), (.offering, .othersApproval), (.pairing, .othersApproval),
            (.done, .othersApproval), (.aborted, .othersApproval):
            .refused(.pairingEnded)
        case (.offering, .look), (.offering, .codeDrawn), (.pairing, .look), (.pairing, .codeDrawn), (.done, .look),
            (.done, .codeDrawn), (.aborted, .look), (.aborted, .codeDrawn), (.offeringWithoutCode, .refusal),
            (.offering, .refusal), (.done, .refusal), (.aborted, .refusal), (.offeringWithoutCode, .othersRefusal),
            (.offering, .othersRefusal), (.pairing, .othersRefusal), (.done, .othersRefusal),
            (.aborted, .othersRefusal), (.done, .cancellation), (.aborted, .cancellation), (.done, .exporterEnded),
            (.aborted, .exporterEnded):
            .same()
        }
    }

    @Test(arguments: Situation.allCases, Happening.allCases)
    private func eachStateKnowsEachEvent(_ situation: Situation, _ happening: Happening) {
        let state = situation.state
        var outcome: Outcome
        do {
            let step = try state.receiving(happening.event, at: Self.start, Self.policy)
            outcome = step.next == state ? .same(step.effects) : .next(step.next, step.effects)
        } catch {
            outcome = .refused(error)
        }
        #expect(outcome == Self.expected(situation, happening))
    }

    @Test(arguments: Situation.allCases)
    private func whatIsKeptIsReadAsItWas(_ situation: Situation) throws {
        #expect(try ExtensionState(content: situation.state.content) == situation.state)
    }

    @Test
    func aCodeWithTheOneBeforeItIsReadAsItWas() throws {
        let offer = CodeOffer(rotation: 3, since: Self.start, code: Self.code(1), previous: Self.code(2).digest)
        let state = ExtensionState.offering(offer, refused: 2)
        #expect(try ExtensionState(content: state.content) == state)
    }

    @Test(
        arguments: [
            (0, true), (89_999, true), (90_000, true), (94_999, true), (95_000, false), (180_000, false),
        ]
    )
    func aCodeStandsForItsTimeAndItsGrace(_ milliseconds: Int64, _ counts: Bool) {
        let now = Self.start.adding(milliseconds: milliseconds)
        let offered = Situation.offering.state.passing(to: now, Self.policy)
        #expect(offered.takes(Self.code(1).digest, at: now, Self.policy) == counts)
    }

    @Test(arguments: [(89_999, 0), (90_000, 1), (179_999, 1), (180_000, 2), (900_000, 10), (989_999, 10)])
    func aCodeIsReplacedEachNinetySeconds(_ milliseconds: Int64, _ rotation: Int) throws {
        let state = Situation.offering.state.passing(to: Self.start.adding(milliseconds: milliseconds), Self.policy)
        guard case .offering(let offer, refused: 1) = state else {
            Issue.record("it is not offering any more")
            return
        }
        #expect(offer.rotation == rotation)
        #expect(offer.since == Self.start.adding(seconds: Int64(rotation) * 90))
    }

    /// The eleventh code is the last; its grace is the session's last five seconds.
    @Test(arguments: [(89_999, true), (90_000, true), (94_999, true), (95_000, false)])
    func afterTheLastCodesGraceTheSessionIsAborted(_ milliseconds: Int64, _ isLive: Bool) {
        let last = ExtensionState.offering(CodeOffer(rotation: 10, since: Self.start, code: Self.code(1)), refused: 0)
        let now = Self.start.adding(milliseconds: milliseconds)
        let state = last.passing(to: now, Self.policy)
        #expect(state.isLive == isLive)
        #expect(state.takes(Self.code(1).digest, at: now, Self.policy) == isLive)
        if !isLive { #expect(state == .aborted(.ranOut)) }
    }

    /// An operator who allows fewer ends what has had more.
    @Test func moreCodesThanAreAllowedByNowAreTheLast() {
        var few = Self.policy
        few.rotations = 3
        let beyond = ExtensionState.offering(CodeOffer(rotation: 7, since: Self.start, code: Self.code(1)), refused: 0)
        #expect(beyond.passing(to: Self.start.adding(seconds: 95), few) == .aborted(.ranOut))
    }

    @Test
    func aLastCodeThatNobodySawHasNoGrace() {
        let last = ExtensionState.offering(CodeOffer(rotation: 10, since: Self.start), refused: 0)
        #expect(last.passing(to: Self.start.adding(seconds: 90), Self.policy) == .aborted(.ranOut))
    }

    @Test(arguments: [(59_999, true), (60_000, false)])
    func aPairingIsRefusedWhenItsTimeIsUp(_ milliseconds: Int64, _ waits: Bool) {
        let state = Situation.pairing.state.passing(to: Self.start.adding(milliseconds: milliseconds), Self.policy)
        let refused = CodeOffer(rotation: 1, since: Self.start.adding(seconds: 60))
        #expect(state == (waits ? Situation.pairing.state : .offering(refused, refused: 2)))
    }

    @Test
    func theThirdRefusedPairingEndsTheSession() throws {
        let state = ExtensionState.pairing(Self.waiting, rotation: 2, refused: 2)
        let refused = try state.receiving(.refusal(pairing: "p"), at: Self.start, Self.policy).next
        #expect(refused == .aborted(.refusedTooOften))
        let late = state.passing(to: Self.start.adding(seconds: 60), Self.policy)
        #expect(late == .aborted(.refusedTooOften))
    }

    @Test
    func aPairingOnTheLastCodeLeavesNoneToOffer() throws {
        let state = ExtensionState.pairing(Self.waiting, rotation: 10, refused: 0)
        #expect(try state.receiving(.refusal(pairing: "p"), at: Self.start, Self.policy).next == .aborted(.ranOut))
    }

    /// It is the same whether somebody looks at each moment or once at the end.
    @Test(arguments: Situation.allCases)
    private func timePassesAlikeInOneStepAndInMany(_ situation: Situation) {
        var stepwise = situation.state
        for second in stride(from: Int64(0), through: 1_200, by: 1) {
            let now = Self.start.adding(seconds: second)
            stepwise = stepwise.passing(to: now, Self.policy)
            let atOnce = situation.state.passing(to: now, Self.policy)
            #expect(stepwise.withoutPrevious == atOnce.withoutPrevious)
        }
        #expect(!stepwise.isLive)
    }

    @Test
    func aClockThatIsPutBackChangesNothing() {
        for situation in Situation.allCases {
            #expect(situation.state.passing(to: Timestamp(seconds: 0), Self.policy) == situation.state)
        }
    }

    private static func code(_ number: UInt8) -> OfferedCode {
        OfferedCode(salt: [number], digest: Digest(of: [number]))
    }

    private static let waiting = PendingPairing(
        id: "p",
        device: NewDevice(name: "Telefone", publicKey: [1], keyDigest: Digest(of: [2])),
        number: MatchNumber(42),
        choices: [MatchNumber(7), MatchNumber(42), MatchNumber(0)],
        credential: "c",
        toBeSigned: [3],
        deadline: start.adding(seconds: 60)
    )
}

extension ExtensionState {
    /// What is left of the code before depends on who looked; it is over five seconds later in any case.
    fileprivate var withoutPrevious: ExtensionState {
        guard case .offering(var offer, let refused) = self else { return self }
        offer.previous = nil
        return .offering(offer, refused: refused)
    }
}
