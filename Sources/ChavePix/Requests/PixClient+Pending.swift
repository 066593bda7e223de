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
    /// It does not wait for banks; the objects say where they stand. What is still unknown stays kept, so that a later call
    /// goes on with it. Older than six days, a request is not sent any more, because the server forgets keys: its object is
    /// read, and one that was to make an object is given up as unknown.
    public func resumePending() async throws(PixError) -> [ResumedRequest] { try await resumePending(before: nil) }

    /// Does so for an app that does not ask for it: quietly, where there is something to go on with and a token for it, and
    /// no longer than the policy allows for finding out.
    package func resumeLeftovers() async {
        guard tokens.known != nil || tokens.canRenew, let kept = try? await stored.all(), !kept.isEmpty else { return }
        let limit = configuration.polling.unknownOutcome.limitMilliseconds
        _ = try? await resumePending(before: configuration.clock.uptimeMilliseconds() + limit)
    }

    private func resumePending(before deadline: Int64?) async throws(PixError) -> [ResumedRequest] {
        try await run(.resumePending) { [self] () async throws(PixError) in
            var resumed: [ResumedRequest] = []
            for request in try await stored.all() {
                let outcome = await resume(request, before: deadline)
                resumed.append(ResumedRequest(request: request.pending, outcome: outcome))
                if Task.isCancelled { break }
            }
            return resumed
        }
    }

    private func resume(_ request: StoredRequest, before deadline: Int64?) async -> ResumedRequest.Outcome {
        guard request.isRepeatable(at: now) else { return await expired(request, before: deadline) }
        do throws(PixError) {
            return try await poster.resume(request, before: deadline) { response throws(PixError) in
                try await answer(to: request, response, before: deadline)
            }
        } catch  where error.code == .outcomeUnknown {
            return await told(request, before: deadline) ?? .unknown(error)
        } catch {
            return .refused(error)
        }
    }

    private func expired(_ request: StoredRequest, before deadline: Int64?) async -> ResumedRequest.Outcome {
        if let outcome = await told(request, before: deadline) { return outcome }
        // Nothing can ever tell what came of it: there is no object to read.
        if request.resource == nil { await stored.erase(request) }
        let tooOld = PixError(.timedOut, "The request is too old to be repeated.")
        return .unknown(PixError.unknown(request, after: tooOld))
    }

    private func answer(
        to request: StoredRequest,
        _ response: HTTPResponse,
        before deadline: Int64?
    ) async throws(PixError) -> ResumedRequest.Outcome {
        switch request.operation {
        case .createEnrollment, .completeRedirection, .cancelEnrollment:
            return .enrollment(try decode(EnrollmentResource.self, response))
        case .createPaymentIntent, .cancelPaymentIntent:
            return .paymentIntent(try decode(PaymentIntentResource.self, response))
        case .confirmEnrollment, .authorizePaymentIntent:
            if let read = try? await read(request, before: deadline) { return read }
            guard let resource = request.resource else { throw PixError.unreadable("object") }
            throw PixError.accepted(request.operation, resource, key: request.idempotencyKey)
        }
    }

    /// The object, when its state tells what came of the request.
    private func told(_ request: StoredRequest, before deadline: Int64?) async -> ResumedRequest.Outcome? {
        guard let resource = request.resource, let outcome = (try? await read(request, before: deadline)) ?? nil,
            outcome.tells(of: request.operation)
        else { return nil }
        await stored.settle(request.operation, resource)
        return outcome
    }

    private func read(
        _ request: StoredRequest,
        before deadline: Int64?
    ) async throws(PixError) -> ResumedRequest.Outcome? {
        switch request.resource {
        case .enrollment(let id): .enrollment(try await readEnrollment(id, before: deadline))
        case .paymentIntent(let id): .paymentIntent(try await readIntent(id, before: deadline))
        case nil: nil
        }
    }
}

extension ResumedRequest.Outcome {
    /// A usable enrollment says that it was confirmed, and says nothing of a cancel that may be under way.
    fileprivate func tells(of operation: PendingRequest.Operation) -> Bool {
        switch self {
        case .enrollment(let read) where operation == .cancelEnrollment:
            read.status == .failed || read.status == .canceled
        case .enrollment(let read): read.status != .pending
        case .paymentIntent(let read): read.status != .pending
        case .refused, .unknown: false
        }
    }
}
