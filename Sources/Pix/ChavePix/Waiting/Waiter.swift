import ChaveTransport

/// Asks until there is an answer or the time is up.
struct Waiter: Sendable {
    let clock: DeviceClock
    let preferredWaitSeconds: Int64

    /// What one question must keep to.
    struct Turn: Sendable {
        /// For how many seconds the server may hold its answer.
        var preferredWaitSeconds: Int64
        /// When the wait ends, and with it the call under way, in milliseconds of the clock's uptime.
        var deadline: Int64
        /// The version that the last answer showed: the server holds its answer until there is another.
        var knownTag: String?
    }

    /// What an answer says beside what was asked for.
    struct Told: Sendable {
        /// When the server wants to be asked again.
        var retryAfterMilliseconds: Int64?
        /// The version of what it showed.
        var tag: String?
        /// Whether the server holds answers until there is news.
        var isHolding = false
    }

    /// One answer while waiting.
    enum Answer<Value: Sendable>: Sendable {
        case arrived(Value)
        case notYet(Told)
    }

    /// Returns what arrived, or throws `.timedOut`; failures that `isWaitedOut` names do not end the wait.
    func wait<Value: Sendable>(
        _ policy: PollPolicy.Wait,
        waitingOut isWaitedOut: (PixError) -> Bool = { $0.isWaitedOut },
        ask: (Turn) async throws(PixError) -> Answer<Value>
    ) async throws(PixError) -> Value {
        let deadline = clock.uptimeMilliseconds() + policy.limitMilliseconds
        var pace = Pace(intervalMilliseconds: policy.intervalMilliseconds)
        while true {
            let began = clock.uptimeMilliseconds()
            let told: Told
            do {
                switch try await ask(turn(deadline, at: began, knowing: pace.knownTag)) {
                case .arrived(let value): return value
                case .notYet(let answer): told = answer
                }
            } catch {
                guard isWaitedOut(error) else { throw error }
                told = Told(retryAfterMilliseconds: error.retryAfterMilliseconds)
            }
            let now = clock.uptimeMilliseconds()
            let pause = pace.pauseMilliseconds(after: told, elapsed: now - began)
            guard now + max(pause, 0) < deadline else { throw Waiter.timedOut }
            do {
                if pause > 0 { try await clock.sleep(pause) } else { try Task.checkCancellation() }
            } catch {
                throw PixError.cancelledCall
            }
        }
    }

    /// The server is asked to answer a second before the end, so that its answer still arrives.
    private func turn(_ deadline: Int64, at now: Int64, knowing tag: String?) -> Turn {
        Turn(
            preferredWaitSeconds: min(preferredWaitSeconds, max(0, (deadline - now) / 1_000 - 1)),
            deadline: deadline,
            knownTag: tag
        )
    }

    static let timedOut = PixError(.timedOut, "The wait is over without an answer from the bank; start again.")
}

extension PixError {
    /// Whether a wait goes on, because the next question may be answered.
    ///
    /// Also where somebody on the way answered in the server's place, such as a gateway or a network that wants a sign-in
    /// first: the server itself names what it refuses.
    var isWaitedOut: Bool {
        if isRetryable || code == .unreadableAnswer { return true }
        return status != nil && items.isEmpty && isWaitedOutAfterAcceptance
    }

    /// Whether a wait for the end of an accepted call goes on: all but a person, an app or a server that wants no more.
    var isWaitedOutAfterAcceptance: Bool { ![.cancelled, .closed, .authentication].contains(code) }
}
