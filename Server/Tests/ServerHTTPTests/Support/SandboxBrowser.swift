import ChaveBase
import PaymentsCore
import Testing

@testable import HTTPKernel
@testable import ServerHost

/// A browser that opened a link of a sandbox.
enum SandboxBrowser {
    /// The header that it sends from then on.
    static func pass(_ server: ChaveServer) async throws -> [(String, String)] {
        let link = try SandboxLink.new(
            dataDirectory: server.configuration.dataDirectory,
            baseURL: "",
            at: server.world.now(),
            randomBytes: World.live.randomBytes
        )
        var request = ServerRequest(method: "GET", path: SandboxLink.path, headers: [("Host", "localhost:8080")])
        request.query = try #require(link?.split(separator: "?").last.map(String.init))
        let answer = await server.api.respond(to: request).answer
        return [("Cookie", String(try #require(answer.header("Set-Cookie")?.split(separator: ";").first)))]
    }
}
