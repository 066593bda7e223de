import ChaveBase

/// A wallet's request in one browser, from its link to its answer.
///
/// The wallet gets one answer, whatever happens: ``answer`` is `nil` while the request is open, and then never changes.
struct WalletRequest: Hashable, Sendable {
    enum State: Hashable, Sendable {
        /// Waits for the holder to sign in, and then to say yes or no.
        case asked
        /// The holder said yes; waits for their new sign-in, without which the yes does not count.
        case agreed(subject: String, at: Timestamp)
        /// The holder signed in again; the pages ask the BFF until it reports the outcome.
        ///
        /// The card may be active from here on. Only the BFF's answer ends this state, or a holder who stops waiting.
        case confirmed(subject: String, attempts: Int)
        case ended(End)
    }

    enum End: Hashable, Sendable {
        /// The BFF reported the token as active.
        case approved
        /// The holder said no.
        case refusedByHolder
        /// The issuer refused, with the BFF's code.
        case refused(code: String)
        /// The request failed, with the BFF's code or one of ours.
        case failed(code: String)
    }

    enum Event: Hashable, Sendable {
        case yes(subject: String)
        case no
        /// A person signed in again to confirm.
        case confirmation(subject: String, authenticatedAt: Timestamp)
        /// The BFF does not know the outcome yet.
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
    /// The idempotency key of the activation; ``declineKey`` is the one of the holder's no.
    ///
    /// A repeated call with the same key acts only once.
    let activationKey: String
    let declineKey: String
    private(set) var state: State = .asked

    /// The time for the holder's yes or no: five minutes.
    static let lifeSeconds = 300
    /// The limit of automatic calls to the BFF.
    static let mostAttempts = 10

    init(_ launch: Launch, world: World) {
        self.launch = launch
        id = Base64URL.encode(world.randomBytes(16))
        endsAt = world.now().adding(seconds: WalletRequest.lifeSeconds)
        activationKey = "issuer-\(Base64URL.encode(world.randomBytes(16)))"
        declineKey = "issuer-\(Base64URL.encode(world.randomBytes(16)))"
    }

    /// Whether a repeated link leads to this request; after a failed request the link opens a new one.
    var counts: Bool {
        switch state {
        case .asked, .agreed, .confirmed, .ended(.approved), .ended(.refusedByHolder), .ended(.refused): true
        case .ended(.failed): false
        }
    }

    var isOpen: Bool { end == nil }

    /// Whether the holder confirmed the request and the wallet has no answer yet.
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
        // In the library, `declined` is the holder's own no alone.
        case .refused, .failed: launch.answers.failure
        }
    }

    mutating func receive(_ event: Event, at now: Timestamp) { state = next(event, at: now) }

    /// The next state: a pure function without a default, so that a new case shows every place to think about.
    private func next(_ event: Event, at now: Timestamp) -> State {
        switch (state, event) {
        case (.ended, _): state
        // A confirmed activation may have happened: only the BFF's answer ends it.
        case (.confirmed, .clockTick), (.confirmed, .newerLink), (.confirmed, .signOut): state
        case (.asked, _) where now >= endsAt, (.agreed, _) where now >= endsAt: .ended(.failed(code: "expired"))
        case (.asked, .yes(let subject)), (.agreed, .yes(let subject)): .agreed(subject: subject, at: now)
        case (.asked, .no), (.agreed, .no): .ended(.refusedByHolder)
        case (.agreed(let subject, let since), .confirmation(let one, let authenticatedAt)):
            // Tokens give the time in whole seconds. Another person is asked anew.
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
