public import ChavePixModel
import ChaveTransport

/// What came of a request that an earlier call, or an earlier run of the app, had left without a final answer.
public struct ResumedRequest: Sendable {
    public enum Outcome: Sendable {
        case enrollment(EnrollmentResource)
        case paymentIntent(PaymentIntentResource)
        /// Definitely without effect.
        case refused(PixError)
        /// Still not known; it stays kept.
        case unknown(PixError)
    }

    public var request: PendingRequest
    public var outcome: Outcome
}

extension PixClient {
    /// The calls whose final answer is not known yet, oldest first; an app reads this when it starts.
    public func pendingRequests() async throws(PixError) -> [PendingRequest] {
        try await stored.all().map(\.pending)
    }

    /// Goes on with each of them: the same bytes under the same key, then a look at the object.
    ///
    /// It does not wait for banks; the objects say where they stand.
    public func resumePending() async throws(PixError) -> [ResumedRequest] {
        try await run(.resumePending) { [self] () async throws(PixError) in
            var resumed: [ResumedRequest] = []
            for request in try await stored.all() {
                let outcome = await resume(request)
                resumed.append(ResumedRequest(request: request.pending, outcome: outcome))
                if Task.isCancelled { break }
            }
            return resumed
        }
    }

    private func resume(_ request: StoredRequest) async -> ResumedRequest.Outcome {
        do throws(PixError) {
            // The server forgets keys after seven days; what it has forgotten would be done a second time.
            guard now < request.createdAt.adding(seconds: PixClient.longestRepeatSeconds) else {
                return try await expired(request)
            }
            let response = try await poster.resume(request)
            return try await answer(to: request, response)
        } catch  where error.code == .outcomeUnknown {
            if let settled = try? await lookedUp(request) { return settled }
            return .unknown(error)
        } catch {
            return .refused(error)
        }
    }

    /// Six days, a day less than the server keeps keys.
    private static let longestRepeatSeconds = 6 * 86_400

    private func expired(_ request: StoredRequest) async throws(PixError) -> ResumedRequest.Outcome {
        let outcome = try await lookedUp(request)
        await stored.close(request, isFinal: true)
        let tooOld = PixError(.timedOut, "The request is too old to be repeated; read the object.")
        return outcome ?? .unknown(PixError.unknown(request, after: tooOld))
    }

    private func answer(
        to request: StoredRequest,
        _ response: HTTPResponse
    ) async throws(PixError) -> ResumedRequest.Outcome {
        switch request.operation {
        case .createEnrollment, .completeRedirection, .cancelEnrollment:
            return .enrollment(try decode(EnrollmentResource.self, response))
        case .createPaymentIntent, .cancelPaymentIntent:
            return .paymentIntent(try decode(PaymentIntentResource.self, response))
        case .confirmEnrollment, .authorizePaymentIntent:
            do throws(PixError) {
                if let read = try await read(request) { return read }
            } catch {
                throw acceptedError(request)
            }
            throw acceptedError(request)
        }
    }

    private func acceptedError(_ request: StoredRequest) -> PixError {
        guard let resource = request.resource else { return PixError.unreadable("object") }
        return PixError.accepted(request.operation, resource, key: request.idempotencyKey)
    }

    /// The object, when its state tells that the request is not open any more.
    private func lookedUp(_ request: StoredRequest) async throws(PixError) -> ResumedRequest.Outcome? {
        guard let outcome = try await read(request), let resource = request.resource else { return nil }
        switch outcome {
        case .enrollment(let read) where read.status == .pending: return nil
        case .paymentIntent(let read) where read.status == .pending: return nil
        default:
            await stored.settle(request.operation, resource)
            return outcome
        }
    }

    private func read(_ request: StoredRequest) async throws(PixError) -> ResumedRequest.Outcome? {
        switch request.resource {
        case .enrollment(let id): .enrollment(try await readEnrollment(id))
        case .paymentIntent(let id): .paymentIntent(try await readIntent(id))
        case nil: nil
        }
    }
}
