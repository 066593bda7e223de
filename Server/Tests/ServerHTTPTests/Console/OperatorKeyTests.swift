import ChaveBase
import Foundation
import PaymentsCore
import Testing

@testable import CardsHTTP
@testable import HTTPKernel
@testable import ServerHost

/// Whose the console is, on a whole server.
struct OperatorKeyTests {
    private static func server(
        _ directory: String,
        isSandbox: Bool = true,
        hasConsole: Bool = true
    ) async throws -> ChaveServer {
        try await WholeServer.start(in: directory, isSandbox: isSandbox, publicBaseURL: "http://localhost:8080") {
            $0.hasConsole = hasConsole
        }
    }

    private static func page(
        _ path: String,
        of server: ChaveServer,
        from client: String? = "127.0.0.1",
        adding headers: [(String, String)] = []
    ) async -> (status: Int, text: String) {
        var request = ServerRequest(method: "GET", path: path, headers: [("Host", "localhost:8080")] + headers)
        request.client = client.flatMap(IPAddress.init)
        let answer = await server.api.respond(to: request).answer
        return (answer.status, String(decoding: answer.body, as: UTF8.self))
    }

    @Test func theOperatorsKeyIsShownToABrowserWithAPassAlone() async throws {
        let directory = try await WholeServer.newDirectory()
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let server = try await Self.server(directory)
        let key = try #require(try SecretFiles(dataDirectory: directory).storedOperatorKey())
        #expect(key.utf8.count == 43)
        let pass = try await SandboxBrowser.pass(server)
        #expect(await Self.page("/", of: server, adding: pass).text.contains(key))
        #expect(await !Self.page("/", of: server).text.contains(key))
        #expect(await !Self.page("/", of: server, from: "192.0.2.1").text.contains(key))
        for path in ["/console", "/shop", "/payments/docs"] {
            #expect(await !Self.page(path, of: server, adding: pass).text.contains(key), "\(path)")
        }
        await server.close()
    }

    @Test func theKeyStaysUntilANewOneIsAskedFor() async throws {
        let directory = try await WholeServer.newDirectory()
        defer { try? FileManager.default.removeItem(atPath: directory) }
        await (try Self.server(directory)).close()
        let key = try await DataDirectory.operatorKey(.files(directory), isNew: false)
        await (try Self.server(directory)).close()
        #expect(try await DataDirectory.operatorKey(.files(directory), isNew: false) == key)
        let other = try await DataDirectory.operatorKey(.files(directory), isNew: true)
        #expect(other != key)
        let server = try await Self.server(directory)
        let start = await Self.page("/", of: server, adding: try await SandboxBrowser.pass(server)).text
        #expect(start.contains(other) && !start.contains(key))
        await server.close()
    }

    /// A key that others may read is none, and neither is half of one.
    @Test func aKeyThatIsNotSafeKeepsTheServerFromStarting() async throws {
        let directory = try await WholeServer.newDirectory()
        defer { try? FileManager.default.removeItem(atPath: directory) }
        await (try Self.server(directory)).close()
        let secrets = SecretFiles(dataDirectory: directory)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: secrets.operatorKeyPath)
        await #expect(throws: SecretFiles.Problem.tooOpen(secrets.operatorKeyPath)) {
            await (try Self.server(directory)).close()
        }
        try PrivateFile.write(Array(#"{"id":"a","secret":"short"}"#.utf8), to: secrets.operatorKeyPath)
        await #expect(throws: SecretFiles.Problem.damaged(secrets.operatorKeyPath)) {
            await (try Self.server(directory)).close()
        }
        #expect(try await DataDirectory.problem(.files(directory))?.contains("operator.json is damaged") == true)
    }

    @Test func outsideTheSandboxThereIsAConsoleOnlyWhereItIsAskedFor() async throws {
        for hasConsole in [false, true] {
            let directory = NSTemporaryDirectory() + "chave-operator-" + UUID().uuidString
            defer { try? FileManager.default.removeItem(atPath: directory) }
            let server = try await Self.server(directory, isSandbox: false, hasConsole: hasConsole)
            let console = await Self.page("/console", of: server)
            #expect(console.status == (hasConsole ? 200 : 404))
            #expect(console.text.contains("data-screen=\"console-sign-in\"") == hasConsole)
            for path in ["/", "/shop", "/bank"] { #expect(await Self.page(path, of: server).status == 404, "\(path)") }
            #expect(try (SecretFiles(dataDirectory: directory).storedOperatorKey() != nil) == hasConsole)
            await server.close()
        }
    }
}
