import ChaveTransport

/// Asks until there is an answer or the time is up.
struct Waiter: Sendable {
    let clock: DeviceClock
    let preferredWaitSeconds: Int64

    /// One answer while waiting.
    enum Answer<Value: Sendable>: Sendable {
        case arrived(Value)
        /// Not yet; the server may have said when to ask again.
        case notYet(retryAfterMilliseconds: Int64?)
    }

    /// Returns what arrived, or throws `.timedOut`.
    ///
    /// Failures that may pass are waited out. `ask` is told for how many seconds the server may hold its answer.
    func wait<Value: Sendable>(
        _ policy: PollPolicy.Wait,
        ask: (_ preferredWaitSeconds: Int64) async throws(PixError) -> Answer<Value>
    ) async throws(PixError) -> Value {
        let deadline = clock.uptimeMilliseconds() + policy.limitMilliseconds
        while true {
            let began = clock.uptimeMilliseconds()
            var asked: Int64?
            do {
                switch try await ask(min(preferredWaitSeconds, max(0, (deadline - began) / 1_000))) {
                case .arrived(let value): return value
                case .notYet(let retryAfter): asked = retryAfter
                }
            } catch {
                guard error.isRetryable else { throw error }
                asked = error.retryAfterMilliseconds
            }
            let now = clock.uptimeMilliseconds()
            let pause = max(min(asked ?? 0, 30_000), policy.intervalMilliseconds) - (now - began)
            guard now + max(pause, 0) < deadline else { throw Waiter.timedOut }
            do {
                if pause > 0 { try await clock.sleep(pause) } else { try Task.checkCancellation() }
            } catch {
                throw PixError.cancelledCall
            }
        }
    }

    static let timedOut = PixError(.timedOut, "The wait is over without an answer from the bank; start again.")
}
