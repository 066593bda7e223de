import ChaveBase
import ChaveWire
import PaymentsCore
import SandboxBank
import Testing

@testable import HTTPKernel
@testable import ServerHost

/// One start of a whole sandbox server over a directory, with no socket and no sweeper.
struct SandboxStart {
    let server: ChaveServer
    let merchant: SandboxMerchant

    init(_ directory: String, _ clock: TestClock) async throws {
        server = try await WholeServer.start(in: directory, world: clock.world)
        merchant = try #require(server.merchant)
    }

    func send(_ method: String, _ path: String, _ body: JSONValue? = nil) async throws -> Reply {
        let credentials = Credentials.basic(merchant.secretID, merchant.secretPassword)
        let answer = await server.api.respond(
            to: ServerRequest(
                method: method,
                path: path,
                headers: credentials.headers + [("Content-Type", "application/json")],
                body: .bytes(body?.encoded() ?? [])
            )
        ).answer
        return Reply(answer: answer)
    }

    func status(of id: String) async throws -> JSONValue? {
        try await send("GET", "/payments/br/enrollments/\(id)/")["status"]
    }

    /// What the sweeper does each quarter of a second.
    func sweep() async throws {
        for _ in 0..<10 {
            try await server.payments.sweep()
            try await server.bank?.tick()
            while server.payments.runningCount > 0 { try await Task.sleep(for: .milliseconds(1)) }
        }
    }
}
