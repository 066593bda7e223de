import ChaveTransport

/// What befalls a request on its way, whichever server it was for: the caller gets no answer.
enum TestMishap: Sendable {
    /// It never arrives.
    case offline
    /// It arrives, and its answer does not.
    case answerLost
    /// Its time runs out, by the test's clock, and the server has done nothing.
    case timesOut
    /// Nothing comes back until the caller gives up.
    case neverAnswered

    /// Has it happen to `request`.
    ///
    /// - Returns: What the caller is told.
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
