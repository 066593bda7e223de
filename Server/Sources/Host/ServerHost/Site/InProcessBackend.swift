import HTTPKernel
import Pages

/// This server's own API without a socket between: the same routes, authentication, rates and decoders.
///
/// A call runs within the place of the page's own request, so a page takes one place and not two.
struct InProcessBackend: SiteBackend {
    let server: APIServer
    /// The path of the API on its host, without a slash at the end.
    var root = ""

    func send(_ call: SiteCall) async -> SiteReply {
        var request = ServerRequest(
            method: call.method,
            path: root + call.path,
            query: call.query,
            headers: call.headers,
            body: .bytes(call.body)
        )
        request.isWithinPage = true
        let answer = await server.respond(to: request).answer
        return SiteReply(status: answer.status, entityTag: answer.header("ETag"), body: answer.body)
    }
}
