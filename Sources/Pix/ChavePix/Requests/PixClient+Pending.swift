public import ChavePixModel
import ChaveTransport

/// The outcome of a request that an earlier call, or an earlier run of the app, left without a final response.
public struct ResumedRequest: Sendable {
    /// The outcome of a resumed request.
    public enum Outcome: Sendable {
        /// The request had its effect; the value is the current enrollment.
        case enrollment(EnrollmentResource)
        /// The request had its effect; the value is the current payment.
        case paymentIntent(PaymentIntentResource)
        /// The request definitely had no effect.
        case refused(PixError)
        /// The outcome is still unknown; the request stays stored, unless the client has dropped it because of its age.
        case unknown(PixError)
    }

    /// The resumed request.
    public var request: PendingRequest
    /// The outcome of the request.
    public var outcome: Outcome
}

extension PixClient {
    /// The calls whose final response is not known yet, oldest first; an app reads them when it starts.
    public func pendingRequests() async throws(PixError) -> [PendingRequest] {
        try requireOpen()
        return try await stored.all().map(\.pending)
    }

    /// Resumes all pending requests: sends the same bytes under the same key, then reads the object.
    ///
    /// The call does not wait for banks; the objects have the current state. A request with an unknown outcome stays
    /// stored, so that a later call can resume it. A request that another call works on is skipped. A request older
    /// than six days is not sent any more, because the server forgets keys. Its object is read instead. The request is
    /// dropped as unknown when the object can never tell the outcome, and in every case after thirty days.
    public func resumePending() async throws(PixError) -> [ResumedRequest] {
        try await resumePending(before: nil) { _ in true }
    }

    /// Resumes earlier requests for an app that does not call `resumePending()`, when it is still to be done, and waits
    /// a short while.
    package func goOnWithLeftovers(isWaitedFor: Bool) async {
        await leftovers.goOn(isWaitedFor: isWaitedFor) { [self] in await resumeLeftovers() }
    }

    /// True while earlier requests are resumed, also in the app's observer: a call made there must not wait for that.
    package static var isGoingOnWithLeftovers: Bool { Leftovers.isUnderWay }

    /// Resumes earlier requests without errors, when requests and a token exist; false when a later try may learn more.
    ///
    /// The work takes at most the policy's time for unknown outcomes. A young request that creates an object is left to
    /// the app's own retry, which needs the result.
    func resumeLeftovers() async -> Bool {
        guard tokens.known != nil || tokens.canRenew else { return true }
        guard let kept = try? await stored.all() else { return false }
        let now = now
        let leftToTheApp = kept.filter { $0.isLeftToTheApp(at: now) }
        guard leftToTheApp.count < kept.count else { return kept.isEmpty }
        let deadline = configuration.clock.uptimeMilliseconds() + configuration.polling.unknownOutcome.limitMilliseconds
        let resumed = try? await resumePending(before: deadline) { !$0.isLeftToTheApp(at: now) }
        guard let resumed else { return false }
        return leftToTheApp.isEmpty && !resumed.contains { $0.outcome.isUnknownForWantOfAnAnswer }
    }

    private func resumePending(
        before deadline: Int64?,
        _ isResumed: @escaping @Sendable (StoredRequest) -> Bool
    ) async throws(PixError) -> [ResumedRequest] {
        try await run(.resumePending) { [self] () async throws(PixError) in
            var resumed: [ResumedRequest] = []
            for request in try await stored.all() where isResumed(request) {
                guard await stored.beginResuming(request) else { continue }
                let outcome = await resume(request, before: deadline)
                await stored.endResuming(request)
                resumed.append(ResumedRequest(request: request.pending, outcome: outcome))
                if Task.isCancelled { break }
            }
            return resumed
        }
    }

    private func resume(_ request: StoredRequest, before deadline: Int64?) async -> ResumedRequest.Outcome {
        guard request.isRepeatable(at: now) else { return await expired(request, before: deadline) }
        do throws(PixError) {
            return try await poster.sendOnly(request, mayHaveReached: true, before: deadline) {
                response throws(PixError) in
                try await answer(to: request, response, before: deadline)
            }
        } catch  where error.code == .outcomeUnknown {
            return await told(request, before: deadline) ?? .unknown(error)
        } catch {
            return .refused(error)
        }
    }

    /// The outcome of a request that is too old to be sent, read from its object; drops the request when the object
    /// will never tell.
    private func expired(_ request: StoredRequest, before deadline: Int64?) async -> ResumedRequest.Outcome {
        var reason = PixError(.timedOut, "The request is too old to be repeated.")
        var isGivenUp = request.resource == nil || request.isForgotten(at: now)
        do throws(PixError) {
            if let read = try await read(request, before: deadline) {
                if let told = await told(request, by: read) { return told }
                // The state of an existing object tells nothing about a lost cancel, and never will.
                if request.operation.isCancel { isGivenUp = true }
            }
        } catch {
            reason = error
            // A 404 counts only at this age: a younger request may belong to another person's token on this device.
            if error.code == .notFound { isGivenUp = true }
        }
        if isGivenUp { await stored.erase(request) }
        return .unknown(PixError.unknown(request, after: reason))
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
            guard let resource = request.resource else { throw PixError.unreadable("object") }
            let key = request.idempotencyKey
            do throws(PixError) {
                if let read = try await read(request, before: deadline) { return read }
            } catch {
                throw PixError.accepted(request.operation, resource, key: key, cause: error)
            }
            throw PixError.accepted(request.operation, resource, key: key)
        }
    }

    /// The object, when its state tells the outcome of the request.
    private func told(_ request: StoredRequest, before deadline: Int64?) async -> ResumedRequest.Outcome? {
        guard let read = (try? await read(request, before: deadline)) ?? nil else { return nil }
        return await told(request, by: read)
    }

    private func told(_ request: StoredRequest, by read: ResumedRequest.Outcome) async -> ResumedRequest.Outcome? {
        guard let resource = request.resource, read.tells(of: request.operation) else { return nil }
        await stored.settle(request.operation, resource)
        return read
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
    /// Whether the object tells the outcome.
    ///
    /// A usable enrollment proves its confirmation, but nothing about a cancel in progress. A payment on later days
    /// proves its authorisation, but a cancel may still arrive until it has ended.
    fileprivate func tells(of operation: PendingRequest.Operation) -> Bool {
        switch self {
        case .enrollment(let read) where operation == .cancelEnrollment:
            read.status == .failed || read.status == .canceled
        case .enrollment(let read): read.status != .pending
        case .paymentIntent(let read) where operation == .cancelPaymentIntent && read.schedule != nil:
            read.status.isFinal
        case .paymentIntent(let read): read.status != .pending
        case .refused, .unknown: false
        }
    }

    /// Whether no response came from the server, so that a later try may learn more.
    fileprivate var isUnknownForWantOfAnAnswer: Bool {
        guard case .unknown(let error) = self else { return false }
        return error.hasNoAnswer
    }
}

extension PixError {
    fileprivate var hasNoAnswer: Bool { cause is TransportError || (cause as? PixError)?.hasNoAnswer ?? false }
}

extension PendingRequest.Operation {
    fileprivate var isCancel: Bool { self == .cancelEnrollment || self == .cancelPaymentIntent }
}
