import ChaveBase
import ChaveTransport
import ChaveWire
import TokenActivationCore

/// One call to a network's token service and its response, without a retry.
///
/// This type has the parts that both networks share; each network interprets its own answers.
struct NetworkExchange: Sendable {
    let transport: any HTTPTransport
    let base: BaseURL
    let timeoutMilliseconds: Int64
    /// Reads the network's own refusal code from a response's body.
    let refusalCode: @Sendable (JSONValue) -> String?

    /// An answer that the network meant to give.
    enum Answer: Hashable, Sendable {
        case found(JSONValue)
        /// Status 404 with ``notFoundCode``.
        case notFound
    }

    private static let limits = JSONLimits(bytes: 256 * 1024, depth: 8, values: 8_192)

    /// Sends a read, which changes nothing: a retry is safe after any failure.
    func read(_ request: HTTPRequest) async throws(TokenServiceFault) -> Answer {
        do throws(TokenServiceFault) {
            return try await answer(request)
        } catch {
            throw error == .unknownOutcome ? .unavailable : error
        }
    }

    /// Sends an order, which may change the token.
    func order(_ request: HTTPRequest) async throws(TokenServiceFault) -> JSONValue {
        switch try await answer(request) {
        case .found(let body): return body
        case .notFound: throw .refused(code: Self.notFoundCode)
        }
    }

    /// The networks' code for an unknown token.
    static let notFoundCode = "tokenNotFound"

    func request(
        _ method: HTTPMethod,
        _ path: String,
        _ body: JSONValue? = nil,
        operationID: String? = nil
    ) -> HTTPRequest {
        var headers: HTTPHeaders = ["Accept": "application/json"]
        if body != nil { headers["Content-Type"] = "application/json" }
        headers["Idempotency-Key"] = operationID
        return HTTPRequest(
            method: method,
            url: base.appending(path: path),
            headers: headers,
            body: body?.encoded(),
            timeoutMilliseconds: timeoutMilliseconds
        )
    }

    private func answer(_ request: HTTPRequest) async throws(TokenServiceFault) -> Answer {
        let response: HTTPResponse
        do throws(TransportError) {
            response = try await transport.send(request)
        } catch {
            throw TokenServiceFault(error)
        }
        let body = try? JSONValue(parsing: response.body, limits: Self.limits)
        let code = body.flatMap(refusalCode).flatMap(RefusalCode.init)?.text
        switch response.status {
        case 200:
            guard let body, body.object != nil else { throw .unreadableAnswer }
            return .found(body)
        // The network does not know the issuer, or is too busy: it refuses before it acts.
        case 401, 429: throw .unavailable
        case 404 where code == Self.notFoundCode: return .notFound
        case 408: throw .unknownOutcome
        case 400..<500:
            guard let code else { throw .unreadableAnswer }
            throw .refused(code: code)
        // With a code, the network itself reports that it is closed; without one, a machine between may have answered.
        case 503 where code != nil: throw .unavailable
        case 500..<600: throw .unknownOutcome
        default: throw .unreadableAnswer
        }
    }
}

extension TokenServiceFault {
    /// The fault that a missing response means.
    init(_ error: TransportError) {
        self =
            switch (error.mayHaveReachedServer, error.kind) {
            case (false, _): .unavailable
            case (true, .responseTooLarge): .unreadableAnswer
            case (true, .notConnected), (true, .timedOut), (true, .cancelled), (true, .tls), (true, .other):
                .unknownOutcome
            }
    }
}
