import ChaveBase

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
        /// True when a try before the last one may have been worked on, so that the last answer may speak of it.
        package var earlierTryMayHaveReachedServer: Bool
        /// How often it was sent again.
        package var retries = 0
    }

    /// Sends until there is an answer that stands, or no try is left.
    ///
    /// Safe to repeat are GET, and POST with an idempotency key. At `deadline`, in milliseconds of the clock's uptime, the
    /// call under way times out and no other begins. `repeating` names answers that are repeated beside those of the
    /// policy.
    package func send(
        _ request: HTTPRequest,
        isSafeToRepeat: Bool,
        before deadline: Int64? = nil,
        repeating isRepeated: @Sendable (HTTPResponse) -> Bool = { _ in false }
    ) async -> Outcome {
        var retry = 0
        var mayHaveReached = false
        while true {
            guard let bounded = bounded(request, before: deadline) else {
                return Outcome(.timedOut, mayHaveReached: mayHaveReached)
            }
            let result = await sendOnce(bounded)
            guard isSafeToRepeat, retry < policy.maximumRetries,
                let pause = pause(after: result, retry: retry + 1, repeating: isRepeated),
                isInTime(pause, before: deadline)
            else { return Outcome(result: result, earlierTryMayHaveReachedServer: mayHaveReached, retries: retry) }
            retry += 1
            if reached(result) { mayHaveReached = true }
            do {
                try await clock.sleep(pause)
            } catch {
                return Outcome(.cancelled, mayHaveReached: mayHaveReached)
            }
        }
    }

    /// `nil` when there is no time left.
    private func bounded(_ request: HTTPRequest, before deadline: Int64?) -> HTTPRequest? {
        guard let deadline else { return request }
        let rest = deadline - clock.uptimeMilliseconds()
        guard rest > 0 else { return nil }
        var bounded = request
        bounded.timeoutMilliseconds = min(request.timeoutMilliseconds, rest)
        return bounded
    }

    private func isInTime(_ pause: Int64, before deadline: Int64?) -> Bool {
        deadline.map { clock.uptimeMilliseconds() + pause < $0 } ?? true
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
            let asked = response.headers["Retry-After"].flatMap {
                RetryAfter($0)?.milliseconds(after: Timestamp(microseconds: clock.now()))
            }
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

extension RetryingSender.Outcome {
    /// It ended between two tries.
    fileprivate init(_ kind: TransportError.Kind, mayHaveReached: Bool) {
        result = .failure(TransportError(kind, mayHaveReachedServer: mayHaveReached))
        earlierTryMayHaveReachedServer = mayHaveReached
    }
}
