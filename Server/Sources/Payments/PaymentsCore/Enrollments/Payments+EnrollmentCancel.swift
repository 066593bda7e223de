public import ChavePixModel
import ChaveWire
public import PaymentsModel

extension Payments {
    /// `POST /enrollments/{id}/cancel/`: cancels here at once.
    ///
    /// The platform notifies the bank with as many retries as necessary.
    public func cancelEnrollment(
        _ id: EnrollmentID,
        by caller: Caller,
        idempotency: IdempotentRequest? = nil
    ) async throws(APIFailure) -> APIAnswer {
        for _ in 0..<Payments.looks {
            let enrollment = try await storedEnrollment(id, for: caller)
            switch try await begin(idempotency, of: caller.organisation) {
            case .done(let answer): return answer
            case .resumed(_, let hold):
                return try await finish(hold, of: caller.organisation) { () async throws(APIFailure) in
                    self.answer(canceled: try await self.storedEnrollment(id, for: caller), for: caller)
                }
            case .new(let record):
                if enrollment.end != nil {
                    let answer = answer(canceled: enrollment, for: caller)
                    try await keep(unchanged: answer, under: record, of: .enrollment(id), by: caller)
                    return answer
                }
                var change = Change()
                change.idempotency = claim(record, object: .enrollment(id))
                guard let ended = try await cancel(enrollment, actor: caller.actor, change) else { continue }
                return try await finish(record?.hold, of: caller.organisation) { () async throws(APIFailure) in
                    self.answer(canceled: ended, for: caller)
                }
            }
        }
        throw .enrollmentKeepsChanging
    }

    /// - Returns: `nil` when another writer changed the enrollment: read again.
    func cancel(
        _ enrollment: Enrollment,
        actor: String,
        _ change: Change = Change()
    ) async throws(APIFailure) -> Enrollment? {
        let ended: Enrollment
        do throws(RunFailure) {
            ended = try await commit(.cancel, on: enrollment, actor: actor, change: change)
        } catch {
            if case .conflict = error { return nil }
            throw failure(error)
        }
        bankTokens.forget(ended.id)
        start(.enrollment(ended.id))
        return ended
    }

    private func answer(canceled enrollment: Enrollment, for caller: Caller) -> APIAnswer {
        APIAnswer(
            status: 200,
            body: resource(of: enrollment, for: caller).json.encoded(),
            customer: enrollment.customer
        )
    }
}

extension APIFailure {
    static let enrollmentKeepsChanging = APIFailure.conflict(
        "The enrollment keeps changing. Read it and decide again."
    )
}
