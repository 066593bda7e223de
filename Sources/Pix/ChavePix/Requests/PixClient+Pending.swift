public import ChavePixModel
import ChaveTransport

/// What came of a request that an earlier call, or an earlier run of the app, had left without a final answer.
public struct ResumedRequest: Sendable {
    /// What became of it.
    public enum Outcome: Sendable {
        /// It had its effect, and this is the enrollment now.
        case enrollment(EnrollmentResource)
        /// It had its effect, and this is the payment now.
        case paymentIntent(PaymentIntentResource)
        /// Definitely without effect.
        case refused(PixError)
        /// Still not known; it stays kept.
        case unknown(PixError)
    }

    /// What was gone on with.
    public var request: PendingRequest
    /// How it ended.
    public var outcome: Outcome
}

extension PixClient {
    /// The calls whose final answer is not known yet, oldest first; an app reads this when it starts.
    public func pendingRequests() async throws(PixError) -> [PendingRequest] {
        try requireOpen()
        return try await stored.all().map(\.pending)
    }

    /// Goes on with each of them: the same bytes under the same key, then a look at the object.
    ///
    /// It does not wait for banks; the objects say where they stand. What is still unknown stays kept, so that a later call
    /// goes on with it; what is under way in another call is left to that. Older than six days, a request is not sent any
    /// more, because the server forgets keys: its object is read, and where that can tell nothing it is given up as unknown,
    /// everything after thirty days.
    public func resumePending() async throws(PixError) -> [ResumedRequest] {
        try await resumePending(before: nil) { _ in true }
    }

    /// Does so for an app that does not ask for it, as far as it has not been done, and waits for it a short while.
    package func goOnWithLeftovers(isWaitedFor: Bool) async {
        await leftovers.goOn(isWaitedFor: isWaitedFor) { [self] in await resumeLeftovers() }
    }

    /// True in what the client does on that way, the app's observer included: a call made there must not wait for it.
    package static var isGoingOnWithLeftovers: Bool { Leftovers.isUnderWay }

    /// Does so quietly, where there is something to go on with and a token for it, and no longer than the policy allows for
    /// finding out; false when a later try may learn more.
    ///
    /// A young request that makes an object is left to the app's own retry, which needs what comes of it.
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

    /// A request that is not sent any more: what its object tells; given up where that will never tell.
    private func expired(_ request: StoredRequest, before deadline: Int64?) async -> ResumedRequest.Outcome {
        var reason = PixError(.timedOut, "The request is too old to be repeated.")
        var isGivenUp = request.resource == nil || request.isForgotten(at: now)
        do throws(PixError) {
            if let read = try await read(request, before: deadline) {
                if let told = await told(request, by: read) { return told }
                // An object that stands says nothing of a cancel that was lost, and never will.
                if request.operation.isCancel { isGivenUp = true }
            }
        } catch {
            reason = error
            // Only so late: a younger one may belong to another person's token on this device.
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

    /// The object, when its state tells what came of the request.
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

    /// Nothing was heard of the server, so that a later try may learn more.
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
