import ChaveBase

/// How far the QR of a waiting page has come.
enum BrowserApprovalState: Hashable, Sendable {
    /// No QR is shown; leads to `offered` when somebody looks.
    case idle(refused: Int)
    /// A QR is shown; leads to `asked` by the first device that comes, back to `idle` by time.
    case offered(BrowserOffer, refused: Int)
    /// A device asks its person; leads to `approved`, or by a refusal to `idle` or `ended`.
    case asked(BrowserQuestion, refused: Int)
    /// The page may sign in; leads back to `idle` when it has, or by time.
    case approved(BrowserQuestion, until: Timestamp, refused: Int)
    /// Too many were refused; never left.
    case ended
}

/// A QR that is shown.
struct BrowserOffer: Hashable, Sendable {
    /// 32 random bytes, base64url.
    var id: String
    var until: Timestamp
}

/// A device that proved its key and waits for its person.
struct BrowserQuestion: Hashable, Sendable {
    var offer: String
    /// Whose device it is, which one, and when it proved its key.
    var user: SignedInUser
    var number: MatchNumber
    var choices: [MatchNumber]
    var until: Timestamp
    /// Of the session that the device got for its answer, by which alone it may answer.
    var session: Digest
}

/// What may happen to it.
enum BrowserApprovalEvent: Hashable, Sendable {
    /// The page asks how it stands.
    case look
    case offerDrawn(BrowserOffer)
    /// A device came with the QR's id.
    case question(BrowserQuestion)
    /// The device's person answered; `nil` for a refusal.
    case answer(BrowserQuestionAnswer)
    /// The page has signed in.
    case taken
}

/// What a device's person said to a question.
struct BrowserQuestionAnswer: Hashable, Sendable {
    var offer: String
    /// The question's own session, or the one that a session which was begun to answer it anew names.
    var session: Digest
    var credential: String
    var picked: MatchNumber?

    /// Whether it is to this very question, from the device that was asked.
    func isTo(_ question: BrowserQuestion) -> Bool {
        offer == question.offer && session.equalsInConstantTime(question.session)
            && credential == question.user.credential
    }
}

enum BrowserApprovalEffect: Hashable, Sendable { case drawOffer }

/// Why an event was not taken; the state stays as it was.
enum BrowserApprovalRefusal: String, Error, CaseIterable {
    /// Unknown, over, or another device's by now.
    case notOffered
    /// It was answered, or not answered in time, or is another device's.
    case questionOver
}

extension BrowserApprovalState {
    typealias Step = (next: BrowserApprovalState, effects: [BrowserApprovalEffect])

    /// The whole life of a QR.
    ///
    /// Pure: no clock, no randomness. Time passes first, so that no event finds what is over. No `default:`, so a new case
    /// shows every place to think about.
    func receiving(
        _ event: BrowserApprovalEvent,
        at now: Timestamp,
        _ policy: BrowserPolicy
    ) throws(BrowserApprovalRefusal) -> Step {
        let state = passing(to: now, policy)
        switch (state, event) {
        case (.idle, .look): return (state, [.drawOffer])
        case (.idle(let refused), .offerDrawn(let offer)): return (.offered(offer, refused: refused), [])
        case (.offered(let offer, let refused), .question(let question)):
            guard offer.id == question.offer else { throw .notOffered }
            return (.asked(question, refused: refused), [])
        case (.asked(let question, let refused), .answer(let answer)):
            guard answer.isTo(question) else { throw .questionOver }
            guard answer.picked == question.number else {
                return (BrowserApprovalState.refusing(after: refused, policy), [])
            }
            let until = now.adding(seconds: policy.approvedSeconds)
            return (.approved(question, until: until, refused: refused), [])
        case (.approved(let question, _, _), .answer(let answer)):
            // The answer to the first one was lost.
            guard answer.isTo(question), answer.picked == question.number else { throw .questionOver }
            return (state, [])
        case (.approved(_, _, let refused), .taken): return (.idle(refused: refused), [])
        case (.idle, .taken), (.offered, .taken), (.asked, .taken), (.ended, .taken): return (state, [])
        case (.offered, .look), (.asked, .look), (.approved, .look), (.ended, .look): return (state, [])
        case (.offered, .offerDrawn), (.asked, .offerDrawn), (.approved, .offerDrawn), (.ended, .offerDrawn):
            return (state, [])
        case (.idle, .question), (.asked, .question), (.approved, .question), (.ended, .question): throw .notOffered
        case (.idle, .answer), (.offered, .answer), (.ended, .answer): throw .questionOver
        }
    }

    /// The state that time alone has led to by `now`.
    func passing(to now: Timestamp, _ policy: BrowserPolicy) -> BrowserApprovalState {
        switch self {
        case .offered(let offer, let refused) where now >= offer.until: .idle(refused: refused)
        case .asked(let question, let refused) where now >= question.until:
            BrowserApprovalState.refusing(after: refused, policy)
        case .approved(_, let until, let refused) where now >= until: .idle(refused: refused)
        case .idle, .offered, .asked, .approved, .ended: self
        }
    }

    private static func refusing(after refused: Int, _ policy: BrowserPolicy) -> BrowserApprovalState {
        refused + 1 >= policy.refusals ? .ended : .idle(refused: refused + 1)
    }

    /// The id by which a device finds it.
    var offerID: String? {
        switch self {
        case .offered(let offer, _): offer.id
        case .asked(let question, _), .approved(let question, _, _): question.offer
        case .idle, .ended: nil
        }
    }

    /// When time alone leads on; `nil` where it does nothing.
    var nextMoment: Timestamp? {
        switch self {
        case .offered(let offer, _): offer.until
        case .asked(let question, _): question.until
        case .approved(_, let until, _): until
        case .idle, .ended: nil
        }
    }

    /// How many questions were refused so far.
    var refused: Int? {
        switch self {
        case .idle(let refused), .offered(_, let refused), .asked(_, let refused), .approved(_, _, let refused): refused
        case .ended: nil
        }
    }
}
