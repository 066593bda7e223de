import ChaveBase

/// A wallet's request in one browser, from its link to its answer.
///
/// The wallet is answered once, whatever happens: ``answer`` is `nil` while the request is open, and never changes after.
struct WalletRequest: Hashable, Sendable {
    enum State: Hashable, Sendable {
        /// Waits for the holder: to sign in, then to say yes or no.
        case asked
        /// They said yes; waits for them to be there again. Without that it is as if they had not.
        case agreed(subject: String, at: Timestamp)
        /// They were; the BFF is asked until it tells what came of it. The card may be active from here on, so that nothing
        /// but the BFF's word ends it, or a person who waits no longer.
        case confirmed(subject: String, attempts: Int)
        case ended(End)
    }

    enum End: Hashable, Sendable {
        /// The BFF said that the token is active.
        case approved
        /// The holder said no.
        case refusedByHolder
        /// The issuer said no, by the BFF's word for it.
        case refused(code: String)
        /// What went wrong, by the BFF's word or one of ours.
        case failed(code: String)
    }

    enum Event: Hashable, Sendable {
        case yes(subject: String)
        case no
        /// Somebody signed in anew to confirm.
        case confirmation(subject: String, authenticatedAt: Timestamp)
        /// The BFF was asked, and did not know yet.
        case noWordYet
        case active
        case refusal(code: String)
        case failure(code: String)
        case newerLink
        case signOut
        case clockTick
    }

    let id: String
    let launch: Launch
    let endsAt: Timestamp
    /// One for the activation and one for the holder's no: however often each is asked for, it is done once.
    let activationKey: String
    let declineKey: String
    private(set) var state: State = .asked

    /// Five minutes to say yes or no.
    static let lifeSeconds = 300
    /// How often the BFF is asked without anybody asking for it.
    static let mostAttempts = 10

    init(_ launch: Launch, world: World) {
        self.launch = launch
        id = Base64URL.encode(world.randomBytes(16))
        endsAt = world.now().adding(seconds: WalletRequest.lifeSeconds)
        activationKey = "issuer-\(Base64URL.encode(world.randomBytes(16)))"
        declineKey = "issuer-\(Base64URL.encode(world.randomBytes(16)))"
    }

    /// Whether the same link once more is this request: one that failed may be tried anew.
    var counts: Bool {
        switch state {
        case .asked, .agreed, .confirmed, .ended(.approved), .ended(.refusedByHolder), .ended(.refused): true
        case .ended(.failed): false
        }
    }

    var isOpen: Bool { end == nil }

    /// Whether it was confirmed, and its wallet knows nothing yet.
    var isOwedAnAnswer: Bool {
        if case .confirmed = state { return true }
        return false
    }

    var end: End? {
        guard case .ended(let end) = state else { return nil }
        return end
    }

    /// The address that answers the wallet; `nil` while there is no answer yet.
    var answer: String? {
        switch end {
        case nil: nil
        case .approved: launch.answers.approved
        case .refusedByHolder: launch.answers.declined
        // As the library has it: declined is the holder's word alone.
        case .refused, .failed: launch.answers.failure
        }
    }

    mutating func receive(_ event: Event, at now: Timestamp) { state = next(event, at: now) }

    /// Pure, and without a default, so that a new case shows every place to think about.
    private func next(_ event: Event, at now: Timestamp) -> State {
        switch (state, event) {
        case (.ended, _): state
        // What was confirmed in time may have been done: only its truth ends it.
        case (.confirmed, .clockTick), (.confirmed, .newerLink), (.confirmed, .signOut): state
        case (.asked, _) where now >= endsAt, (.agreed, _) where now >= endsAt: .ended(.failed(code: "expired"))
        case (.asked, .yes(let subject)), (.agreed, .yes(let subject)): .agreed(subject: subject, at: now)
        case (.asked, .no), (.agreed, .no): .ended(.refusedByHolder)
        case (.agreed(let subject, let since), .confirmation(let one, let authenticatedAt)):
            // By the second, as tokens tell it. Somebody else is asked for themselves.
            subject == one && authenticatedAt.seconds >= since.seconds ? .confirmed(subject: one, attempts: 0) : .asked
        case (.confirmed(let subject, let attempts), .noWordYet):
            .confirmed(subject: subject, attempts: min(attempts + 1, WalletRequest.mostAttempts))
        case (_, .active): .ended(.approved)
        case (_, .refusal(let code)): .ended(.refused(code: code))
        case (_, .failure(let code)): .ended(.failed(code: code))
        case (_, .newerLink): .ended(.failed(code: "replaced"))
        case (_, .signOut): .ended(.failed(code: "signed_out"))
        case (.asked, .confirmation), (.asked, .noWordYet), (.asked, .clockTick),
            (.agreed, .noWordYet), (.agreed, .clockTick),
            (.confirmed, .yes), (.confirmed, .no), (.confirmed, .confirmation):
            state
        }
    }
}
