public import ChavePixModel
public import PaymentsModel

extension Payments {
    /// Runs a request of another part of the server, and stores its response under the request's key.
    ///
    /// Only for work that is harmless when it runs twice. Two simultaneous requests with one key may both run, and one
    /// of them gets the error that the other is in progress. A request whose response was not stored runs again on its
    /// retry.
    public func repeatable(
        _ request: IdempotentRequest?,
        of organisation: OrganisationID,
        _ body: () async throws(APIFailure) -> APIAnswer
    ) async throws(APIFailure) -> APIAnswer {
        switch try await begin(request, of: organisation) {
        case .done(let answer): return answer
        case .resumed: throw .unexpected
        case .new(let record):
            let answer = try await body()
            guard var record else { return answer }
            record.heldUntil = nil
            record.outcome = try await outcome(answer, scope: record.scope, of: organisation)
            var change = Change()
            change.idempotency = .claim(record)
            do throws(CommitFailure) {
                try await store.commit(change)
            } catch {
                throw claimFailure(error)
            }
            return answer
        }
    }

    /// Runs a request of another part of the server whose work is one transaction, which stores the response too.
    ///
    /// `body` makes its response first, and stores the closure's result beside its own rows. Only one of two requests
    /// with one key does anything. A retry finds the response of the completed work.
    public func once(
        _ request: IdempotentRequest?,
        of organisation: OrganisationID,
        _ body: (_ keeping: Change.KeepingAnswer) async throws(APIFailure) -> APIAnswer
    ) async throws(APIFailure) -> APIAnswer {
        switch try await begin(request, of: organisation) {
        case .done(let answer): return answer
        case .resumed: throw .unexpected
        case .new(let record):
            return try await body { answer throws(APIFailure) in
                try self.claim(record, object: nil, answer: answer, key: nil)
            }
        }
    }
}
