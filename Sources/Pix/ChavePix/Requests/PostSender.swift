import ChavePixModel
import ChaveTransport

/// Sends POSTs so that each has its effect at most once, across retries and restarts of the app.
struct PostSender: Sendable {
    let connection: APIConnection
    let stored: StoredRequests

    /// The result of a request, and the request that was sent: a stored request may replace a fresh one.
    struct Sent<Value: Sendable>: Sendable {
        var request: StoredRequest
        var result: Result<Value, PixError>
    }

    private enum Ending<Value: Sendable>: Sendable {
        case done(Value)
        case refused(PixError)
        case unknown(PixError)
    }

    /// Stores the request, sends it, reads the response, and erases the request when its response is final.
    ///
    /// When `fresh` is the retry of a stored request, the stored request is sent instead. An unreadable success is no
    /// final response: the call has had its effect, and only the same key brings its response again. `mayHaveReached`
    /// tells that the caller's own earlier try is still open, whatever the store holds of it.
    func send<Value: Sendable>(
        _ fresh: StoredRequest,
        mayHaveReached: Bool = false,
        before deadline: Int64? = nil,
        reading read: (HTTPResponse) async throws(PixError) -> Value
    ) async -> Sent<Value> {
        let request: StoredRequest
        let isRepeated: Bool
        do throws(PixError) {
            (request, isRepeated) = try await stored.open(fresh)
        } catch {
            // Nothing was sent now; the caller's earlier try is as open as before.
            let thrown = mayHaveReached ? PixError.unknown(fresh, after: error) : error
            return Sent(request: fresh, result: .failure(thrown))
        }
        let reached = mayHaveReached || isRepeated
        let ending = await attempt(request, mayHaveReached: reached, before: deadline, reading: read)
        // The request is stored already, but another call with the same key may have erased it after its own refusal. A
        // request that cannot be stored has an unknown outcome as well.
        if case .unknown = ending { try? await stored.keep(request) }
        let result = await settled(request, ending)
        await stored.end(request)
        return Sent(request: request, result: result)
    }

    /// Sends without storing: a request that is left from earlier, or that must not outlive this run of the app.
    func sendOnly<Value: Sendable>(
        _ request: StoredRequest,
        mayHaveReached: Bool,
        before deadline: Int64?,
        reading read: (HTTPResponse) async throws(PixError) -> Value
    ) async throws(PixError) -> Value {
        let ending = await attempt(request, mayHaveReached: mayHaveReached, before: deadline, reading: read)
        return try await settled(request, ending).get()
    }

    /// Erases a request with a final response, and for good when the response is for every try under this key.
    private func settled<Value: Sendable>(
        _ request: StoredRequest,
        _ ending: Ending<Value>
    ) async -> Result<Value, PixError> {
        switch ending {
        case .done(let value):
            await stored.finish(request)
            return .success(value)
        case .refused(let error):
            if error.refusesTheBytes { await stored.finish(request) } else { await stored.erase(request) }
            return .failure(error)
        case .unknown(let error): return .failure(error)
        }
    }

    private func attempt<Value: Sendable>(
        _ request: StoredRequest,
        mayHaveReached: Bool,
        before deadline: Int64?,
        reading read: (HTTPResponse) async throws(PixError) -> Value
    ) async -> Ending<Value> {
        let outcome: RetryingSender.Outcome
        do {
            let retries = connection.configuration.retries
            outcome = try await connection.send(.post(request, before: deadline), retries: retries)
        } catch {
            // Nothing was sent now; an earlier try is still open.
            return mayHaveReached ? unknown(request, after: error) : .refused(error)
        }
        let reached = mayHaveReached || outcome.earlierTryMayHaveReachedServer
        switch Verdict(outcome.result, mayHaveReached: reached) {
        case .done(let response):
            do throws(PixError) {
                return .done(try await read(response))
            } catch {
                return unknown(request, after: error)
            }
        case .refused(let error): return .refused(error)
        case .unknown(let error): return unknown(request, after: error)
        }
    }

    private func unknown<Value: Sendable>(_ request: StoredRequest, after error: PixError) -> Ending<Value> {
        .unknown(error.code == .outcomeUnknown ? error : PixError.unknown(request, after: error))
    }
}

extension PixError {
    /// The error when it is unknown whether `request` had its effect.
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
