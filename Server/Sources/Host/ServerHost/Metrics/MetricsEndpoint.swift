import ChaveBase
import HTTPKernel
import HTTPTypes
import Hashing
import Hummingbird
import NIOCore
import PaymentsCore
import PrometheusMetrics

/// The separate listener for monitoring: `/metrics`, `/livez` and `/readyz`.
struct MetricsEndpoint: HTTPResponder {
    typealias Context = BasicRequestContext

    let metrics: ServerMetrics
    let operations: Operations
    /// The bearer token that `/metrics` requires; health needs no token.
    let token: String?
    /// The names that requests may use for the server.
    let names: ServerNames

    func respond(to request: Request, context: BasicRequestContext) async throws -> Response {
        var answer = await answer(request)
        if request.method == .head { answer.leaveOutBody() }
        return Response(answer)
    }

    private func answer(_ request: Request) async -> ServerAnswer {
        guard names.includes(request.head.authority) else { return ServerAnswer(status: 421) }
        let asked = ServerRequest(
            method: request.method.rawValue,
            path: request.uri.path,
            query: request.uri.query ?? ""
        ).asked(counting: nil)
        if let answer = await metrics.answer(asked) { return isAllowed(request) ? answer : ServerAnswer(status: 401) }
        return await operations.answer(asked) ?? ServerAnswer(status: 404)
    }

    /// Whether the token is right; digests are compared, so that the duration reveals nothing about the token.
    private func isAllowed(_ request: Request) -> Bool {
        guard let token else { return true }
        let given = Digest(ofText: request.headers[.authorization] ?? "")
        return given.equalsInConstantTime(Digest(ofText: "Bearer \(token)"))
    }
}

extension ServerMetrics {
    /// The answer; `nil` when the request asks for something else.
    func answer(_ request: ServerRequest) async -> ServerAnswer? {
        guard request.method == "GET", request.path == "/metrics" else { return nil }
        return ServerAnswer(
            status: 200,
            headers: [("Content-Type", PrometheusRegistry.contentType), ("Cache-Control", "no-store")],
            body: Array(await registry.text().utf8)
        )
    }
}
