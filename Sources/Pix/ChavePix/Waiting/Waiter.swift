import ChaveTransport

/// Asks until there is an answer or the time is over.
struct Waiter: Sendable {
    let clock: DeviceClock
    let preferredWaitSeconds: Int64

    /// The limits of one question.
    struct Turn: Sendable {
        /// The seconds for which the server may hold its response.
        var preferredWaitSeconds: Int64
        /// The end of the wait and of its call in progress, in milliseconds of the clock's uptime.
        var deadline: Int64
        /// The version in the last response: the server holds its response until there is another version.
        var knownTag: String?
    }

    /// The data of a response beside the resource.
    struct Told: Sendable {
        /// The milliseconds after which the server allows the next question.
        var retryAfterMilliseconds: Int64?
        /// The version of the resource in the response.
        var tag: String?
        /// Whether the server holds responses until there is news.
        var isHolding = false
    }

    /// One answer while waiting.
    enum Answer<Value: Sendable>: Sendable {
        case arrived(Value)
        case notYet(Told)
    }

    /// Returns the value that arrived, or throws `.timedOut`; failures for which `isWaitedOut` is true do not end the
    /// wait.
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

    /// The limits of the next question; the server must answer a second before the end, so that its response still
    /// arrives.
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
    /// Whether a wait continues after this error, because the next question may get an answer.
    ///
    /// A wait also continues when an intermediary answered in the server's place, such as a gateway or a network that
    /// requires a sign-in. Such a response has no error items; the server itself names the reason of a refusal.
    var isWaitedOut: Bool {
        if isRetryable || code == .unreadableAnswer { return true }
        return status != nil && items.isEmpty && isWaitedOutAfterAcceptance
    }

    /// Whether a wait for the end of an accepted call continues: only cancellation, `close()`, or a missing or refused
    /// token ends it.
    var isWaitedOutAfterAcceptance: Bool { ![.cancelled, .closed, .authentication].contains(code) }
}
