import ChaveBase
import ChavePixModel
import Foundation
import PaymentsCore
import SignInCore
import SignInMail
import Testing

@testable import HTTPKernel
@testable import ServerHost

/// A whole server with sign-in over a directory of its own.
enum SignInHost {
    /// A directory that goes away, with the sandbox's banks in it where there is a sandbox.
    static func withDirectory(isSandbox: Bool = true, _ body: (String) async throws -> Void) async throws {
        let directory: String
        if isSandbox {
            directory = try await WholeServer.newDirectory()
        } else {
            directory = NSTemporaryDirectory() + "chave-sign-in-" + UUID().uuidString
        }
        defer { try? FileManager.default.removeItem(atPath: directory) }
        try await body(directory)
    }

    static func withServer(
        in directory: String,
        isSandbox: Bool = true,
        world: World = .live,
        configured: (inout ServerConfiguration) -> Void = { _ in },
        _ body: (ChaveServer, SignInParts) async throws -> Void
    ) async throws {
        let server = try await WholeServer.start(in: directory, isSandbox: isSandbox, world: world) {
            $0.hasSignIn = true
            configured(&$0)
        }
        do {
            try await body(server, try #require(server.signInParts))
        } catch {
            await server.close()
            throw error
        }
        await server.close()
    }

    static func maria(_ number: Int = 1) -> UserDraft {
        UserDraft(
            externalID: "c-\(number)",
            email: "maria\(number)@example.com",
            userName: "maria\(number)",
            displayName: "Maria"
        )
    }

    /// What a browser gets; in a sandbox it has opened a link that the start prints, unless it has no pass.
    static func page(
        _ path: String,
        query: String = "",
        of server: ChaveServer,
        method: String = "GET",
        from client: String? = "127.0.0.1",
        language: String = "en",
        hasPass: Bool = true,
        more: [(String, String)] = []
    ) async -> (status: Int, text: String, answer: ServerAnswer) {
        let pass = hasPass && server.merchant != nil ? try? await SandboxBrowser.pass(server) : nil
        var request = ServerRequest(
            method: method,
            path: path,
            query: query,
            headers: [("Host", "localhost:8080"), ("Accept-Language", language)] + (pass ?? []) + more
        )
        request.client = client.flatMap(IPAddress.init)
        let answer = await server.api.respond(to: request).answer
        return (answer.status, String(decoding: answer.body, as: UTF8.self), answer)
    }
}
