package import ChaveBase

/// The state of the QR on a waiting page.
package enum BrowserApprovalState: Hashable, Sendable {
    /// No QR is shown; leads to `offered` when the page looks.
    case idle(refused: Int)
    /// A QR is shown; leads to `asked` by the first device that comes, or back to `idle` by time.
    case offered(BrowserOffer, refused: Int)
    /// A device asks its person; leads to `approved`, or by a refusal or by time to `idle` or `ended`.
    case asked(BrowserQuestion, refused: Int)
    /// The page may sign in; leads back to `idle` when the page has signed in, or by time.
    case approved(BrowserQuestion, until: Timestamp, refused: Int)
    /// Too many questions were refused; this state is final.
    case ended
}

/// A QR that is shown.
package struct BrowserOffer: Hashable, Sendable {
    /// 32 random bytes, base64url.
    package var id: String
    package var until: Timestamp

    package init(id: String, until: Timestamp) {
        self.id = id
        self.until = until
    }
}

/// A device that proved its key and waits for its person.
package struct BrowserQuestion: Hashable, Sendable {
    package var offer: String
    /// The device's user, its credential, and the time at which it proved its key.
    package var user: SignedInUser
    package var number: MatchNumber
    package var choices: [MatchNumber]
    package var until: Timestamp
    /// The digest of the session that the device got for its answer; only this session may answer.
    package var session: Digest

    package init(
        offer: String,
        user: SignedInUser,
        number: MatchNumber,
        choices: [MatchNumber],
        until: Timestamp,
        session: Digest
    ) {
        self.offer = offer
        self.user = user
        self.number = number
        self.choices = choices
        self.until = until
        self.session = session
    }
}

/// The events of a QR.
package enum BrowserApprovalEvent: Hashable, Sendable {
    /// The page asks for the state.
    case look
    case offerDrawn(BrowserOffer)
    /// A device came with the QR's id.
    case question(BrowserQuestion)
    /// The device's person answered; a refusal has no picked number.
    case answer(BrowserQuestionAnswer)
    /// The page has signed in.
    case taken
}

/// The answer of a device's person to a question.
package struct BrowserQuestionAnswer: Hashable, Sendable {
    package var offer: String
    /// The digest of the question's session; a session that was begun for a new answer names it too.
    package var session: Digest
    package var credential: String
    package var picked: MatchNumber?

    package init(offer: String, session: Digest, credential: String, picked: MatchNumber? = nil) {
        self.offer = offer
        self.session = session
        self.credential = credential
        self.picked = picked
    }

    /// Whether this answer is for this very question, and from the device that was asked.
    package func isTo(_ question: BrowserQuestion) -> Bool {
        offer == question.offer && session.equalsInConstantTime(question.session)
            && credential == question.user.credential
    }
}

package enum BrowserApprovalEffect: Hashable, Sendable { case drawOffer }

/// The reason why an event is refused; the state stays as it was.
package enum BrowserApprovalRefusal: String, Error, CaseIterable {
    /// The QR is unknown or over, or another device has used it.
    case notOffered
    /// The question was answered, or not answered in time, or belongs to another device.
    case questionOver
}

extension BrowserApprovalState {
    package typealias Step = (next: BrowserApprovalState, effects: [BrowserApprovalEffect])

    /// The next state and the effects of an event: the whole life of a QR.
    ///
    /// This function is pure: no clock, no randomness. Time passes first, so that no event meets an expired state. The
    /// code has no `default:`, so that a new case shows every place to think about.
    package func receiving(
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
            // The device repeats its answer, because the first call's answer was lost.
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

    /// The state at `now`, if no event happens before.
    package func passing(to now: Timestamp, _ policy: BrowserPolicy) -> BrowserApprovalState {
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

    /// The id by which a device finds the QR.
    package var offerID: String? {
        switch self {
        case .offered(let offer, _): offer.id
        case .asked(let question, _), .approved(let question, _, _): question.offer
        case .idle, .ended: nil
        }
    }

    /// The moment at which time alone changes the state; `nil` where it does not.
    package var nextMoment: Timestamp? {
        switch self {
        case .offered(let offer, _): offer.until
        case .asked(let question, _): question.until
        case .approved(_, let until, _): until
        case .idle, .ended: nil
        }
    }

    /// How many questions were refused so far; `nil` in `ended`.
    package var refused: Int? {
        switch self {
        case .idle(let refused), .offered(_, let refused), .asked(_, let refused), .approved(_, _, let refused): refused
        case .ended: nil
        }
    }
}
