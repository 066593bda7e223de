import ChaveWire
import SandboxShop

/// The public API without a socket between: the same routes, authentication, limits and decoders.
struct InProcessPaymentsAPI: PaymentsAPI {
    let server: APIServer

    func send(_ call: PaymentsCall) async -> PaymentsReply {
        var headers = call.headers
        if call.body != nil { headers.append(("Content-Type", "application/json")) }
        let request = ServerRequest(
            method: call.method,
            path: "/payments/br\(call.path)",
            query: call.query,
            headers: headers,
            body: .bytes(call.body?.encoded() ?? [])
        )
        let answer = await server.respond(to: request).answer
        return PaymentsReply(
            status: answer.status,
            entityTag: answer.header("ETag"),
            body: answer.body
        )
    }
}
