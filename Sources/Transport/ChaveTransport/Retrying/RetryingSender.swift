import ChaveBase

/// Sends a request and retries it where a retry is safe and useful.
package struct RetryingSender: Sendable {
    package var transport: any HTTPTransport
    package var policy: RetryPolicy
    package var clock: DeviceClock
    /// Returns a number from 0 up to, but not including, 1.
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

    /// The result of a call with all its retries.
    package struct Outcome: Sendable {
        package var result: Result<HTTPResponse, TransportError>
        /// True when the server may have processed a try before the last one, so that the last response may refer to
        /// that try.
        package var earlierTryMayHaveReachedServer: Bool
        /// The number of retries.
        package var retries = 0
    }

    /// Sends until a response is final, or no retry is left.
    ///
    /// GET, and POST with an idempotency key, are safe to repeat. `deadline` is in milliseconds of the clock's uptime:
    /// the current call times out then, and no other begins. `isRepeated` selects responses to retry in addition to
    /// those of the policy.
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

    /// Limits the request's timeout to the time before the deadline; `nil` when no time is left.
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

    /// Whether the server may have processed the request.
    ///
    /// A server sends 429 before it does any work. A 502, 503 or 504 can hide work that continues.
    private func reached(_ result: Result<HTTPResponse, TransportError>) -> Bool {
        switch result {
        case .success(let response): response.status != 429
        case .failure(let error): error.mayHaveReachedServer
        }
    }
}

extension RetryingSender.Outcome {
    /// Creates the outcome of a call that ended between two tries.
    fileprivate init(_ kind: TransportError.Kind, mayHaveReached: Bool) {
        result = .failure(TransportError(kind, mayHaveReachedServer: mayHaveReached))
        earlierTryMayHaveReachedServer = mayHaveReached
    }
}
