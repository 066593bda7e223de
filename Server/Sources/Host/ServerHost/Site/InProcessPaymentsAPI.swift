import ChaveBase
import ChaveWire
import HTTPKernel
import SandboxShop

/// The public API without a socket between: the same routes, authentication, rates and decoders.
///
/// What it asks stands within the place that the page itself has, so that a page takes one and not two.
struct InProcessPaymentsAPI: PaymentsAPI {
    let server: APIServer

    func send(_ call: PaymentsCall) async -> PaymentsReply {
        var headers = call.headers
        if call.body != nil { headers.append(("Content-Type", "application/json")) }
        var request = ServerRequest(
            method: call.method,
            path: "/payments/br\(call.path)",
            query: call.query,
            headers: headers,
            body: .bytes(call.body?.encoded() ?? [])
        )
        request.isWithinPage = true
        let answer = await server.respond(to: request).answer
        return PaymentsReply(
            status: answer.status,
            entityTag: answer.header("ETag"),
            body: answer.body
        )
    }
}
