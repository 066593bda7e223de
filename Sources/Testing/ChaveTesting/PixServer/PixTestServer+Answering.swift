import ChaveBase
import ChavePixModel
import ChaveTransport
import ChaveWebAuthn
import ChaveWire

extension PixTestServer {
    /// The server's response when no failure is ordered.
    ///
    /// - Throws: `.cancelled` when the caller's task was cancelled while the response was held.
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
            try PixTestServer.requireKnown(TestForm.fields(ofQuery: request.url), call)
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

    /// The refusal for a path without a route for this method: 405 when another method exists, else 404.
    private static func refusal(of path: [String]) -> PixTestRefusal {
        let allowed = [HTTPMethod.get, .post].filter { PixTestCall($0, path) != nil }
        return allowed.isEmpty ? .noPath : .methodNotAllowed(allowed)
    }

    /// Refuses unknown parameters: ignoring a filter would show all objects.
    private static func requireKnown(_ query: [String: String], _ call: PixTestCall) throws(PixTestRefusal) {
        guard let other = query.keys.sorted().first(where: { !call.parameters.contains($0) }) else { return }
        let known = call.parameters.isEmpty ? "none" : call.parameters.joined(separator: ", ")
        throw .field(.invalid, other, "There is no such parameter. This address knows \(known).")
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
            query: TestForm.fields(ofQuery: request.url),
            device: device,
            moment: PixTestState.Moment(clock)
        )
    }

    /// Checks the token and the device (Payments API, section 2), and returns the device.
    private func authenticate(_ request: HTTPRequest) throws(PixTestRefusal) -> String {
        guard let token = PixTestServer.token(of: request) else { throw .authenticationFailed }
        let expiry = state.withLock { $0.tokens[token] }
        guard let expiry, clock.elapsedMilliseconds < expiry else { throw .tokenNotValid }
        guard let device = request.headers["Chave-Device"], (try? Base64URL.decode(device))?.count == 32 else {
            throw .noDevice
        }
        return device
    }

    /// Processes the request, at most once for each idempotency key (Payments API, section 8).
    private func respond(_ context: PixTestContext) async throws(PixTestRefusal) -> HTTPResponse {
        let step = change { state -> Result<PixTestState.Step, PixTestRefusal> in
            do throws(PixTestRefusal) {
                return .success(try state.step(context))
            } catch {
                return .failure(error)
            }
        }
        switch try step.get() {
        case .answered(let response): return response
        case .verifies(let registration, let use):
            let verified = try? await PixTestState.relyingParty.verify(
                registration.response,
                expecting: registration.expectation
            )
            return change { state in
                state.verified(verified?.credential, for: registration.enrollment, PixTestState.Moment(clock))
                return state.finish(use, HTTPResponse(status: 204))
            }
        }
    }
}

extension PixTestRefusal {
    /// The caller's task was cancelled: nobody waits for the response.
    fileprivate static let gone = PixTestRefusal(0, items: [])
}
