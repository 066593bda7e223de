import ChavePixModel
import ChaveTransport

extension PixTestState {
    /// The use of an idempotency key: one request of one device.
    struct IdempotencyUse {
        let scope: String
        let fingerprint: [UInt8]

        /// Reads the key; `nil` for a request without a key, or without support for one.
        init?(_ context: PixTestContext) {
            let request = context.request
            guard request.method == .post, let key = request.headers["Idempotency-Key"] else { return nil }
            scope = "\(context.device) \(context.path.joined(separator: "/")) \(key)"
            fingerprint = Array(request.url.utf8) + [0] + (request.body ?? [])
        }
    }

    /// The stored response of a key; `nil` while its request is in progress.
    struct Kept {
        let fingerprint: [UInt8]
        var response: HTTPResponse?
    }

    /// The result of the first step of a request.
    enum Step {
        case answered(HTTPResponse)
        /// A credential waits for its verification; its key is reserved until ``PixTestState/finish(_:_:)``.
        case verifies(Registration, IdempotencyUse?)
    }

    /// Looks up the key, processes the request and stores the response in one step, so that no other request comes
    /// between.
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

    /// Stores a successful response under its key; a refusal is not stored, because it has done nothing.
    mutating func finish(_ use: IdempotencyUse?, _ response: HTTPResponse) -> HTTPResponse {
        if let use, response.isSuccess {
            kept[use.scope] = Kept(fingerprint: use.fingerprint, response: response)
        }
        return response
    }

    /// The stored response of this key, if there is one (Payments API, section 8).
    private func replay(_ use: IdempotencyUse) throws(PixTestRefusal) -> HTTPResponse? {
        guard let known = kept[use.scope] else { return nil }
        guard known.fingerprint == use.fingerprint else { throw .idempotencyConflict }
        guard var response = known.response else { throw .idempotencyInProgress }
        response.headers["Idempotent-Replayed"] = "true"
        return response
    }
}
