import ChaveBase
import Hashing
import SignInModel
import Testing

@testable import SignInCore

/// The table of states and events of a QR, and what time alone does.
struct BrowserApprovalStateTests {
    private static let start = Timestamp(seconds: 1_000)
    private static let policy = BrowserPolicy()

    private enum Situation: CaseIterable {
        case idle, offered, asked, approved, ended

        var state: BrowserApprovalState {
            switch self {
            case .idle: .idle(refused: 1)
            case .offered: .offered(offer, refused: 1)
            case .asked: .asked(question, refused: 1)
            case .approved: .approved(question, until: start.adding(seconds: 60), refused: 1)
            case .ended: .ended
            }
        }
    }

    private enum Happening: CaseIterable {
        case look, offerDrawn, question, othersQuestion, approval, wrongNumber, refusal, othersAnswer, otherSession,
            taken

        var event: BrowserApprovalEvent {
            switch self {
            case .look: .look
            case .offerDrawn: .offerDrawn(BrowserOffer(id: "new", until: start.adding(seconds: 120)))
            case .question: .question(BrowserApprovalStateTests.question)
            case .othersQuestion: .question(other)
            case .approval: .answer(answer(MatchNumber(42)))
            case .wrongNumber: .answer(answer(MatchNumber(41)))
            case .refusal: .answer(answer(nil))
            case .othersAnswer: .answer(answer(MatchNumber(42), credential: "d"))
            case .otherSession: .answer(answer(MatchNumber(42), session: "t"))
            case .taken: .taken
            }
        }
    }

    private enum Outcome: Equatable {
        case same, draws, offered, asked, approved, refused, idle
        case fails(BrowserApprovalRefusal)
    }

    private static func answer(
        _ picked: MatchNumber?,
        session: String = "s",
        credential: String = "c"
    ) -> BrowserQuestionAnswer {
        let session = Digest(ofText: session)
        return BrowserQuestionAnswer(offer: "o", session: session, credential: credential, picked: picked)
    }

    private static let offer = BrowserOffer(id: "o", until: start.adding(seconds: 120))
    private static let question = BrowserQuestion(
        offer: "o",
        user: SignedInUser(id: "u", credential: "c", authenticatedAt: start, methods: ["pop"]),
        number: MatchNumber(42),
        choices: [MatchNumber(7), MatchNumber(42), MatchNumber(99)],
        until: start.adding(seconds: 60),
        session: Digest(ofText: "s")
    )
    private static var other: BrowserQuestion {
        var other = question
        other.offer = "another"
        return other
    }

    /// No `default:`, so that a new state or event does not compile until its place in the table is decided.
    private static func expected(_ situation: Situation, _ happening: Happening) -> Outcome {
        switch (situation, happening) {
        case (.idle, .look): .draws
        case (.idle, .offerDrawn): .offered
        case (.offered, .question): .asked
        case (.asked, .approval): .approved
        case (.asked, .wrongNumber), (.asked, .refusal): .refused
        case (.approved, .approval): .same
        case (.approved, .taken): .idle
        case (.offered, .look), (.asked, .look), (.approved, .look), (.ended, .look): .same
        case (.offered, .offerDrawn), (.asked, .offerDrawn), (.approved, .offerDrawn), (.ended, .offerDrawn): .same
        case (.idle, .taken), (.offered, .taken), (.asked, .taken), (.ended, .taken): .same
        case (.offered, .othersQuestion), (.idle, .question), (.idle, .othersQuestion), (.asked, .question),
            (.asked, .othersQuestion), (.approved, .question), (.approved, .othersQuestion), (.ended, .question),
            (.ended, .othersQuestion):
            .fails(.notOffered)
        case (.idle, .otherSession), (.offered, .otherSession), (.asked, .otherSession), (.approved, .otherSession),
            (.ended, .otherSession):
            .fails(.questionOver)
        case (.idle, .approval), (.idle, .wrongNumber), (.idle, .refusal), (.idle, .othersAnswer),
            (.offered, .approval), (.offered, .wrongNumber), (.offered, .refusal), (.offered, .othersAnswer),
            (.asked, .othersAnswer), (.approved, .wrongNumber), (.approved, .refusal), (.approved, .othersAnswer),
            (.ended, .approval), (.ended, .wrongNumber), (.ended, .refusal), (.ended, .othersAnswer):
            .fails(.questionOver)
        }
    }

    @Test func eachStateTakesEachEventAsTheTableSays() {
        for situation in Situation.allCases {
            for happening in Happening.allCases {
                #expect(
                    Self.outcome(situation.state, happening.event) == Self.expected(situation, happening),
                    "\(situation) \(happening)"
                )
            }
        }
    }

    private static func outcome(_ state: BrowserApprovalState, _ event: BrowserApprovalEvent) -> Outcome {
        do {
            let step = try state.receiving(event, at: start, policy)
            if step.effects == [.drawOffer] { return .draws }
            if step.next == state { return .same }
            switch step.next {
            case .idle(let refused): return refused == 2 ? .refused : .idle
            case .offered: return .offered
            case .asked: return .asked
            case .approved: return .approved
            case .ended: return .refused
            }
        } catch {
            return .fails(error)
        }
    }

    @Test func timeAloneTakesBackWhatNobodyUsed() {
        let late = Self.start.adding(seconds: 600)
        #expect(Situation.offered.state.passing(to: late, Self.policy) == .idle(refused: 1))
        #expect(Situation.asked.state.passing(to: late, Self.policy) == .idle(refused: 2))
        #expect(Situation.approved.state.passing(to: late, Self.policy) == .idle(refused: 1))
        #expect(Situation.idle.state.passing(to: late, Self.policy) == .idle(refused: 1))
        #expect(Situation.ended.state.passing(to: late, Self.policy) == .ended)
    }

    /// The end of a time belongs to what comes after it.
    @Test func deadlinesAreExclusive() {
        let cases: [(Situation, Int64)] = [(.offered, 120), (.asked, 60), (.approved, 60)]
        for (situation, seconds) in cases {
            let last = Self.start.adding(microseconds: seconds * 1_000_000 - 1)
            #expect(situation.state.passing(to: last, Self.policy) == situation.state)
            #expect(situation.state.passing(to: Self.start.adding(seconds: seconds), Self.policy) != situation.state)
        }
    }

    @Test func theThirdRefusalEndsIt() throws {
        let third = BrowserApprovalState.asked(Self.question, refused: 2)
        let wrong = BrowserApprovalEvent.answer(Self.answer(nil))
        #expect(try third.receiving(wrong, at: Self.start, Self.policy).next == .ended)
        #expect(third.passing(to: Self.start.adding(seconds: 60), Self.policy) == .ended)
    }

    @Test func eachStateIsStoredAsItIs() throws {
        for situation in Situation.allCases {
            #expect(try BrowserApprovalState(content: situation.state.content) == situation.state)
        }
    }
}
