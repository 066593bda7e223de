import ChavePixModel
import ChaveTransport

extension PixTestState {
    /// What an idempotency key stands for: one request of one device.
    struct IdempotencyUse {
        let scope: String
        let fingerprint: [UInt8]

        /// `nil` for a request that names no key, or takes none.
        init?(_ context: PixTestContext) {
            let request = context.request
            guard request.method == .post, let key = request.headers["Idempotency-Key"] else { return nil }
            scope = "\(context.device) \(context.path.joined(separator: "/")) \(key)"
            fingerprint = Array(request.url.utf8) + [0] + (request.body ?? [])
        }
    }

    /// The answer that is given again under a key; none while its request is worked on.
    struct Kept {
        let fingerprint: [UInt8]
        var response: HTTPResponse?
    }

    /// What became of a request in one step.
    enum Step {
        case answered(HTTPResponse)
        /// A credential waits for its verification; its key is taken until ``PixTestState/finish(_:_:)``.
        case verifies(Registration, IdempotencyUse?)
    }

    /// Looks the key up, does what is asked and keeps the answer, so that no other request comes between.
    mutating func step(_ context: PixTestContext) throws(PixTestRefusal) -> Step {
        catchUp(context.moment)
        let use = IdempotencyUse(context)
        if let use, let replay = try replay(use) { return .answered(replay) }
        if context.call == .confirmEnrollment, let registration = try confirmEnrollment(context) {
            if let use { kept[use.scope] = Kept(fingerprint: use.fingerprint) }
            return .verifies(registration, use)
        }
        return .answered(finish(use, try answer(context)))
    }

    /// Keeps an answer under its key: those that succeeded, as a refusal has done nothing.
    mutating func finish(_ use: IdempotencyUse?, _ response: HTTPResponse) -> HTTPResponse {
        if let use, response.isSuccess {
            kept[use.scope] = Kept(fingerprint: use.fingerprint, response: response)
        }
        return response
    }

    /// The answer under this key, if there is one (Payments API, section 8).
    private func replay(_ use: IdempotencyUse) throws(PixTestRefusal) -> HTTPResponse? {
        guard let known = kept[use.scope] else { return nil }
        guard known.fingerprint == use.fingerprint else { throw .idempotencyConflict }
        guard var response = known.response else { throw .idempotencyInProgress }
        response.headers["Idempotent-Replayed"] = "true"
        return response
    }
}
