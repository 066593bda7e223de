import ChaveBase
import ChavePixModel
import ChaveWire
import InstitutionPort
import PaymentsModel

/// The address where the holder approves, which the bank gives for a pushed authorization request (RFC 9126).
extension EnrollmentRun {
    func pushAuthorization(
        _ enrollment: Enrollment,
        _ redirection: EnrollmentState.Redirection,
        until deadline: Timestamp
    ) async throws(RunFailure) -> Bool {
        switch try await push(enrollment, redirection, until: deadline) {
        case .answered(let redirect, _):
            return try await commit(.redirectReady, on: enrollment) { $0.take(redirect) }
        case .refused(let code):
            return try await commit(.refused(EnrollmentEnd(.failed, .init(refusal: code))), on: enrollment)
        case .unknown: return try await tryAgain(enrollment)
        }
    }

    /// Pushes the request again, with the same state, nonce and verifier, because the address has ended.
    ///
    /// - Returns: the enrollment as it is stored now; `nil` when the bank or the storage gives nothing.
    func renewRedirect() async -> Enrollment? {
        guard var enrollment = try? await payments.store.enrollment(id) else { return nil }
        guard enrollment.needsRedirect(at: payments.world.deadlineNow()),
            case .awaitingHolder(let redirection, let deadline) = enrollment.state
        else { return enrollment }
        guard case .answered(let redirect, _) = try? await push(enrollment, redirection, until: deadline) else {
            return nil
        }
        enrollment.take(redirect)
        do throws(RunFailure) {
            try await payments.reschedule(enrollment)
            return enrollment
        } catch {
            return nil
        }
    }

    private func push(
        _ enrollment: Enrollment,
        _ redirection: EnrollmentState.Redirection,
        until deadline: Timestamp
    ) async throws(RunFailure) -> BankAnswer<Enrollment.Redirect> {
        let secrets = try await redirectionSecrets(redirection, of: enrollment)
        let body = PushedAuthorization(
            enrollmentID: enrollment.bank?.enrollmentID ?? "",
            redirectURI: enrollment.callbackURL,
            state: secrets.state,
            nonce: secrets.nonce,
            codeChallenge: secrets.codeChallenge
        )
        let asked = payments.world.deadlineNow()
        let answer = await payments.bank.call(
            call(enrollment, .pushAuthorization, body: body.json.encoded()),
            answer: PushedAuthorizationAnswer.self
        )
        switch answer {
        case .answered(let answer, let clock):
            let end = asked.adding(seconds: Int64(min(max(answer.expiresInSeconds, 0), 86_400)))
            let redirect = Enrollment.Redirect(url: answer.redirectURL, endsAt: end < deadline ? end : nil)
            return .answered(redirect, clock: clock)
        case .refused(let code): return .refused(code: code)
        case .unknown(let why): return .unknown(why)
        }
    }
}
