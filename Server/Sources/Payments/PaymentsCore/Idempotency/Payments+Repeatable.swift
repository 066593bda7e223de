public import ChavePixModel

extension Payments {
    /// Runs a request of another part of the server, and keeps its answer under the request's key.
    ///
    /// For work that does no harm when it is done twice: two requests with one key at the same moment may both run, and
    /// one of them is told that the other one does; and one whose answer was not kept is done again by its repetition.
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

    /// What keeps an answer, to be stored with the work that it tells of; `nil` where the request has no key.
    public typealias KeepingAnswer = (APIAnswer) throws(APIFailure) -> Change.IdempotencyWrite?

    /// Runs a request of another part of the server whose work is one transaction, which keeps the answer too.
    ///
    /// `body` makes its answer first, and stores what the closure makes of it beside its own rows: of two requests with
    /// one key only one does anything, and a repetition finds the answer of whatever was done.
    public func once(
        _ request: IdempotentRequest?,
        of organisation: OrganisationID,
        _ body: (_ keeping: KeepingAnswer) async throws(APIFailure) -> APIAnswer
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
