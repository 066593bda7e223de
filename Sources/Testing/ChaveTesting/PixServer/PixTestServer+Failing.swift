import ChaveBase
import ChavePixModel
import ChaveTransport
import ChaveWire

extension PixTestServer {
    /// Makes the next requests to `call` fail like this; later orders for the same call come after these.
    public func fail(_ call: PixTestCall, _ failure: PixTestFailure, times: Int = 1) {
        change { $0.failures.order(failure, for: call, times: times) }
    }

    /// The calls of all open failures, in the order of the orders.
    ///
    /// The list should be empty at the end of a test: otherwise the code never made the call.
    public var openFailures: [PixTestCall] { state.withLock { $0.failures.calls } }

    /// Responds to the request, or applies the ordered failure.
    func respond(
        to request: HTTPRequest,
        _ call: PixTestCall?,
        _ path: [String],
        _ failure: PixTestFailure?
    ) async throws(TransportError) -> HTTPResponse {
        switch failure?.kind {
        case nil: return try await answer(request, call, path)
        case .lost(let mishap):
            throw await mishap.befall(request, by: clock) { () throws(TransportError) in
                try await answer(request, call, path)
            }
        case .tokenExpired:
            let token = PixTestServer.token(of: request)
            if let token { change { $0.tokens[token] = 0 } }
            return refuse(.tokenNotValid)
        case .refused(let status, let items, let retryAfter):
            return refuse(PixTestRefusal(status, items: items, headers: PixTestServer.headers(retryAfter)))
        case .gateway(let status):
            return HTTPResponse(
                status: status,
                headers: ["Content-Type": "text/html"],
                body: Array("<!doctype html><title>Sign in to this network</title>".utf8)
            )
        case .unreadable:
            let response = try await answer(request, call, path)
            return HTTPResponse(status: response.status, body: Array("<!doctype html>".utf8))
        }
    }

    private static func headers(_ retryAfter: Int64?) -> HTTPHeaders {
        var headers = HTTPHeaders()
        headers["Retry-After"] = retryAfter.map { String($0) }
        return headers
    }

    static func token(of request: HTTPRequest) -> String? {
        guard let field = request.headers["Authorization"], field.hasPrefix("Bearer ") else { return nil }
        return String(field.dropFirst("Bearer ".count))
    }

    func refuse(_ refusal: PixTestRefusal) -> HTTPResponse {
        let digits = Array("0123456789abcdef")
        let id = state.withLock { $0.random.bytes(16) }.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return refusal.response(requestID: String(id))
    }
}
