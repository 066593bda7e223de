import ChavePixModel
import ChaveTransport

/// Sends POSTs so that each has its effect at most once, over retries and restarts of the app.
struct PostSender: Sendable {
    let connection: APIConnection
    let stored: StoredRequests

    /// Keeps the request, sends it, and erases it on the final answer.
    ///
    /// What was kept earlier is sent instead of `fresh` when `fresh` is its retry.
    func send(_ fresh: StoredRequest) async throws(PixError) -> HTTPResponse {
        let (request, isRepeated) = try await stored.open(fresh)
        return try await send(request, mayHaveReached: isRepeated)
    }

    /// Sends what an earlier call or run of the app has left.
    func resume(_ request: StoredRequest) async throws(PixError) -> HTTPResponse {
        await stored.reopen(request)
        return try await send(request, mayHaveReached: true)
    }

    private func send(_ request: StoredRequest, mayHaveReached: Bool) async throws(PixError) -> HTTPResponse {
        let outcome: RetryingSender.Outcome
        do {
            outcome = try await connection.send(.post(request), retries: connection.configuration.retries)
        } catch {
            // Nothing was sent now; what an earlier run sent is still open.
            await stored.close(request, isFinal: !mayHaveReached)
            throw mayHaveReached ? PixError.unknown(request, after: error) : error
        }
        let reached = mayHaveReached || outcome.earlierTryMayHaveReachedServer
        switch Verdict(outcome.result, mayHaveReached: reached) {
        case .done(let response):
            await stored.close(request, isFinal: true)
            return response
        case .refused(let error):
            await stored.close(request, isFinal: true)
            throw error
        case .unknown(let error):
            await stored.close(request, isFinal: false)
            throw PixError.unknown(request, after: error)
        }
    }
}

extension PixError {
    /// It is not known whether `request` had its effect.
    static func unknown(_ request: StoredRequest, after error: PixError) -> PixError {
        let advice =
            request.resource == nil
            ? "resumePending() repeats the same request under the same key."
            : "Read the object before trying again; resumePending() repeats the same request under the same key."
        return PixError(
            .outcomeUnknown,
            "It is not known whether the call had its effect: \(error.message) \(advice)",
            items: error.items,
            status: error.status,
            unknownOutcome: request.unknownOutcome,
            cause: error.cause ?? error
        )
    }
}
