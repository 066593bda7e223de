/// Sends a request, and again where that is safe and worth it.
package struct RetryingSender: Sendable {
    package var transport: any HTTPTransport
    package var policy: RetryPolicy
    package var clock: DeviceClock
    /// From 0 up to, not including, 1.
    package var jitter: @Sendable () -> Double

    package init(
        transport: any HTTPTransport,
        policy: RetryPolicy,
        clock: DeviceClock,
        jitter: @escaping @Sendable () -> Double
    ) {
        self.transport = transport
        self.policy = policy
        self.clock = clock
        self.jitter = jitter
    }

    /// What came of a call, all its tries together.
    package struct Outcome: Sendable {
        package var result: Result<HTTPResponse, TransportError>
        package var tries: Int
        /// True when a try before the last one may have been worked on, so that the last answer may speak of it.
        package var earlierTryMayHaveReachedServer: Bool
    }

    /// Sends until there is an answer that stands, or no try is left.
    ///
    /// Safe to repeat are GET, and POST with an idempotency key. `repeating` names answers that are repeated beside those
    /// of the policy.
    package func send(
        _ request: HTTPRequest,
        isSafeToRepeat: Bool,
        repeating isRepeated: @Sendable (HTTPResponse) -> Bool = { _ in false }
    ) async -> Outcome {
        var tries = 0
        var mayHaveReached = false
        while true {
            tries += 1
            let result = await sendOnce(request)
            let outcome = Outcome(result: result, tries: tries, earlierTryMayHaveReachedServer: mayHaveReached)
            guard isSafeToRepeat, tries <= policy.maximumRetries,
                let pause = pause(after: result, retry: tries, repeating: isRepeated)
            else { return outcome }
            if reached(result) { mayHaveReached = true }
            do {
                try await clock.sleep(pause)
            } catch {
                let cancelled = TransportError(.cancelled, mayHaveReachedServer: mayHaveReached)
                return Outcome(
                    result: .failure(cancelled),
                    tries: tries,
                    earlierTryMayHaveReachedServer: mayHaveReached
                )
            }
        }
    }

    private func sendOnce(_ request: HTTPRequest) async -> Result<HTTPResponse, TransportError> {
        do {
            return .success(try await transport.send(request))
        } catch {
            return .failure(error)
        }
    }

    private func pause(
        after result: Result<HTTPResponse, TransportError>,
        retry: Int,
        repeating isRepeated: (HTTPResponse) -> Bool
    ) -> Int64? {
        switch result {
        case .success(let response):
            guard policy.isWorthRepeating(status: response.status) || isRepeated(response) else { return nil }
            let asked = response.headers["Retry-After"].flatMap { RetryAfter.milliseconds($0, now: clock.now()) }
            return policy.delayMilliseconds(retry: retry, retryAfterMilliseconds: asked, jitter: jitter())
        case .failure(let error):
            guard policy.isWorthRepeating(error) else { return nil }
            return policy.delayMilliseconds(retry: retry, retryAfterMilliseconds: nil, jitter: jitter())
        }
    }

    /// A 429 is given before any work; a 502, 503 or 504 may hide work that goes on.
    private func reached(_ result: Result<HTTPResponse, TransportError>) -> Bool {
        switch result {
        case .success(let response): response.status != 429
        case .failure(let error): error.mayHaveReachedServer
        }
    }
}
