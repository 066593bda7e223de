import ChavePixModel
import ChaveTransport

/// Sends POSTs so that each has its effect at most once, over retries and restarts of the app.
struct PostSender: Sendable {
    let connection: APIConnection
    let stored: StoredRequests

    /// Keeps the request, sends it, reads the answer, and erases the request when its answer is final.
    ///
    /// What was kept earlier is sent instead of `fresh` when `fresh` is its retry. A success that cannot be read is no final
    /// answer: the call has had its effect, and only the same key brings its answer again.
    func send<Value: Sendable>(
        _ fresh: StoredRequest,
        before deadline: Int64? = nil,
        reading read: (HTTPResponse) async throws(PixError) -> Value
    ) async throws(PixError) -> Value {
        let (request, isRepeated) = try await stored.open(fresh)
        let result = await attempt(request, mayHaveReached: isRepeated, before: deadline, reading: read)
        await stored.end(request)
        return try result.get()
    }

    /// Sends what an earlier call or run of the app has left.
    func resume<Value: Sendable>(
        _ request: StoredRequest,
        before deadline: Int64?,
        reading read: (HTTPResponse) async throws(PixError) -> Value
    ) async throws(PixError) -> Value {
        try await attempt(request, mayHaveReached: true, before: deadline, reading: read).get()
    }

    private func attempt<Value: Sendable>(
        _ request: StoredRequest,
        mayHaveReached: Bool,
        before deadline: Int64?,
        reading read: (HTTPResponse) async throws(PixError) -> Value
    ) async -> Result<Value, PixError> {
        let outcome: RetryingSender.Outcome
        do {
            let retries = connection.configuration.retries
            outcome = try await connection.send(.post(request, before: deadline), retries: retries)
        } catch {
            // Nothing was sent now; what an earlier run sent is still open.
            return await mayHaveReached ? unknown(request, after: error) : refused(request, error)
        }
        let reached = mayHaveReached || outcome.earlierTryMayHaveReachedServer
        switch Verdict(outcome.result, mayHaveReached: reached) {
        case .done(let response): return await done(request, response, read)
        case .refused(let error): return await refused(request, error)
        case .unknown(let error): return await unknown(request, after: error)
        }
    }

    private func done<Value: Sendable>(
        _ request: StoredRequest,
        _ response: HTTPResponse,
        _ read: (HTTPResponse) async throws(PixError) -> Value
    ) async -> Result<Value, PixError> {
        do throws(PixError) {
            let value = try await read(response)
            await stored.erase(request)
            return .success(value)
        } catch {
            return await unknown(request, after: error)
        }
    }

    private func refused<Value: Sendable>(_ request: StoredRequest, _ error: PixError) async -> Result<Value, PixError>
    {
        await stored.erase(request)
        return .failure(error)
    }

    private func unknown<Value: Sendable>(
        _ request: StoredRequest,
        after error: PixError
    ) async -> Result<Value, PixError> {
        // Kept already; another call that shares the key may have erased it. One that cannot be kept is unknown as well.
        try? await stored.keep(request)
        return .failure(error.code == .outcomeUnknown ? error : PixError.unknown(request, after: error))
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
