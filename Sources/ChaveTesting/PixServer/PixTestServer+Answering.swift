import ChavePixModel
import ChaveTransport
import ChaveWebAuthn
import ChaveWire

extension PixTestServer {
    /// What the server says when nothing goes wrong on the way.
    ///
    /// - Throws: `.cancelled` when the caller went away while its answer was held.
    func answer(
        _ request: HTTPRequest,
        _ call: PixTestCall?,
        _ path: [String]
    ) async throws(TransportError) -> HTTPResponse {
        let hold = call?.isWaiting == true ? PixTestContext.holdMilliseconds(of: request) : 0
        var response: HTTPResponse
        do throws(PixTestRefusal) {
            guard let call else { throw PixTestServer.refusal(of: path) }
            let device = try authenticate(request)
            if hold > 0 { await self.hold(context(request, call, path, device), milliseconds: hold) }
            guard !Task.isCancelled else { throw PixTestRefusal.gone }
            response = try await respond(context(request, call, path, device))
        } catch {
            guard error.status != PixTestRefusal.gone.status else {
                throw TransportError(.cancelled, mayHaveReachedServer: true)
            }
            response = refuse(error)
        }
        if hold > 0 { response.headers["Preference-Applied"] = "wait=\(hold / 1_000)" }
        return response
    }

    /// Why nothing answers there: another method would, or nothing is there.
    private static func refusal(of path: [String]) -> PixTestRefusal {
        let allowed = [HTTPMethod.get, .post].filter { PixTestCall($0, path) != nil }
        return allowed.isEmpty ? .noPath : .methodNotAllowed(allowed)
    }

    private func context(
        _ request: HTTPRequest,
        _ call: PixTestCall,
        _ path: [String],
        _ device: String
    ) -> PixTestContext {
        PixTestContext(
            request: request,
            call: call,
            path: path,
            query: PixTestServer.query(of: request),
            device: device,
            moment: PixTestState.Moment(clock)
        )
    }

    private static func query(of request: HTTPRequest) -> [String: String] {
        guard let mark = request.url.firstIndex(of: "?") else { return [:] }
        var query: [String: String] = [:]
        for part in request.url[request.url.index(after: mark)...].split(separator: "&") {
            let name = part.prefix { $0 != "=" }
            guard let name = PercentEncoding.decode(name, plusIsSpace: true),
                let value = PercentEncoding.decode(part.dropFirst(name.utf8.count + 1), plusIsSpace: true)
            else { continue }
            query[name] = value
        }
        return query
    }

    /// The device, once token and device have been looked at (Payments API, section 2).
    private func authenticate(_ request: HTTPRequest) throws(PixTestRefusal) -> String {
        guard let token = PixTestServer.token(of: request) else { throw .authenticationFailed }
        let expiry = state.withLock { $0.tokens[token] }
        guard let expiry, clock.elapsedMilliseconds < expiry else { throw .tokenNotValid }
        guard let device = request.headers["Chave-Device"], (try? Base64URL.decode(device))?.count == 32 else {
            throw .noDevice
        }
        return device
    }

    /// Does what is asked, at most once for each idempotency key (Payments API, section 8).
    private func respond(_ context: PixTestContext) async throws(PixTestRefusal) -> HTTPResponse {
        let key = context.request.method == .post ? context.request.headers["Idempotency-Key"] : nil
        let scope = key.map { "\(context.device) \(context.path.joined(separator: "/")) \($0)" }
        let fingerprint = Array(context.request.url.utf8) + [0] + (context.request.body ?? [])
        if let scope, let kept = state.withLock({ $0.kept[scope] }) {
            guard kept.fingerprint == fingerprint else {
                throw PixTestRefusal(
                    422,
                    .idempotencyConflict,
                    "This Idempotency-Key was used for another request. Use a new key for a new request; the first result stands."
                )
            }
            var replay = kept.response
            replay.headers["Idempotent-Replayed"] = "true"
            return replay
        }
        let response = try await perform(context)
        if let scope, response.isSuccess {
            change { $0.kept[scope] = PixTestState.Kept(fingerprint: fingerprint, response: response) }
        }
        return response
    }

    private func perform(_ context: PixTestContext) async throws(PixTestRefusal) -> HTTPResponse {
        guard context.call == .confirmEnrollment else {
            return try change { state in
                state.catchUp(context.moment)
                return PixTestServer.result { () throws(PixTestRefusal) in try state.answer(context) }
            }.get()
        }
        let registration = try change { state in
            state.catchUp(context.moment)
            return PixTestServer.result { () throws(PixTestRefusal) in try state.confirmEnrollment(context) }
        }.get()
        if let registration {
            let verified = try? await PixTestState.relyingParty.verify(
                registration.response,
                expecting: registration.expectation
            )
            change { $0.verified(verified?.credential, for: registration.enrollment, PixTestState.Moment(clock)) }
        }
        return HTTPResponse(status: 204)
    }

    private static func result<Value>(
        _ body: () throws(PixTestRefusal) -> Value
    ) -> Result<Value, PixTestRefusal> {
        do throws(PixTestRefusal) {
            return .success(try body())
        } catch {
            return .failure(error)
        }
    }
}

extension PixTestRefusal {
    /// The caller has gone away: there is nobody to answer.
    fileprivate static let gone = PixTestRefusal(0, items: [])
}

extension PixTestState {
    fileprivate mutating func answer(_ context: PixTestContext) throws(PixTestRefusal) -> HTTPResponse {
        switch context.call {
        case .listInstitutions: try listInstitutions(context)
        case .readInstitution: try readInstitution(context)
        case .createEnrollment: try createEnrollment(context)
        case .listEnrollments: try listEnrollments(context)
        case .completeRedirection: try completeRedirection(context)
        case .readEnrollment: try readEnrollment(context)
        case .registrationOptions: try registrationOptions(context)
        case .confirmEnrollment: HTTPResponse(status: 204)
        case .cancelEnrollment: try cancelEnrollment(context)
        case .createPaymentIntent: try createPaymentIntent(context)
        case .listPaymentIntents: try listPaymentIntents(context)
        case .readPaymentIntent: try readPaymentIntent(context)
        case .authorizePaymentIntent: try authorizePaymentIntent(context)
        case .cancelPaymentIntent: try cancelPaymentIntent(context)
        }
    }
}
