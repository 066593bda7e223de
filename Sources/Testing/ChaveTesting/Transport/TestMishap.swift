import ChaveTransport

/// A network failure of a request to any of the test servers: the caller gets no response.
enum TestMishap: Sendable {
    /// The request never arrives.
    case offline
    /// The request arrives, and its response does not.
    case answerLost
    /// The request times out by the test's clock, and the server has done nothing.
    case timesOut
    /// No response arrives until the caller gives up.
    case neverAnswered

    /// Applies the failure to `request`.
    ///
    /// - Returns: The error for the caller.
    func befall(
        _ request: HTTPRequest,
        by clock: TestClock,
        answering answer: () async throws(TransportError) -> HTTPResponse
    ) async -> TransportError {
        switch self {
        case .offline: return TransportError(.notConnected, mayHaveReachedServer: false)
        case .answerLost:
            do throws(TransportError) {
                _ = try await answer()
                return TransportError(.timedOut, mayHaveReachedServer: true)
            } catch {
                return error
            }
        case .timesOut:
            try? await clock.clock.sleep(request.timeoutMilliseconds)
            return TransportError(Task.isCancelled ? .cancelled : .timedOut, mayHaveReachedServer: true)
        case .neverAnswered:
            await Forever.untilCancelled()
            return TransportError(.cancelled, mayHaveReachedServer: true)
        }
    }
}
