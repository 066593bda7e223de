public import ChavePixModel

extension Payments {
    /// Runs a request of another part of the server, and keeps its answer under the request's key.
    ///
    /// For work that does no harm when it is done twice: two requests with one key at the same moment may both run, and
    /// one of them is told that the other one does.
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
}
