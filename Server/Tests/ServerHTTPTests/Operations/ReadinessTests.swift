import ChaveWire
import Synchronization
import Testing

@testable import HTTPKernel
@testable import ServerHost

/// What an orchestrator is told.
struct ReadinessTests {
    private func asked(_ operations: Operations, _ path: String, query: String = "") async throws -> (Int, JSONValue) {
        let answer = try #require(
            await operations.answer(ServerRequest(method: "GET", path: path, query: query))
        )
        return (answer.status, try JSONValue(parsing: answer.body))
    }

    @Test func aServerThatEndsIsNotReadyAndAlive() async throws {
        let operations = Operations { [Operations.Check("database", problem: nil)] }
        #expect(try await asked(operations, "/readyz").0 == 200)
        operations.startDraining()
        let (status, json) = try await asked(operations, "/readyz")
        #expect(status == 503)
        #expect(json["problems"] == ["draining"])
        #expect(try await asked(operations, "/livez").0 == 200)
    }

    @Test func whatIsWrongIsNamedAndOnRequestExplained() async throws {
        let operations = Operations {
            [Operations.Check("database", problem: nil), Operations.Check("disk", problem: "little is left")]
        }
        let (status, json) = try await asked(operations, "/readyz")
        #expect(status == 503)
        #expect(json["problems"] == ["disk"])
        #expect(json["checks"] == nil)
        let (_, more) = try await asked(operations, "/readyz", query: "verbose")
        guard case .array(let checks)? = more["checks"] else { throw TestProblem("no checks") }
        #expect(checks.map { $0["name"]?.string } == ["database", "disk", "draining"])
        #expect(checks.map { $0["ok"] } == [.bool(true), .bool(false), .bool(true)])
    }

    /// A look writes and syncs: whoever asks a thousand times a second costs four of them.
    @Test func manyWhoAskCostOneLook() async throws {
        let now = Mutex(ContinuousClock.now)
        let looks = Mutex(0)
        let readiness = Readiness(uptime: { now.withLock { $0 } }) {
            looks.withLock { $0 += 1 }
            return []
        }
        for _ in 1...100 { _ = await readiness.checks() }
        #expect(looks.withLock { $0 } == 1)
        now.withLock { $0 += .milliseconds(250) }
        _ = await readiness.checks()
        #expect(looks.withLock { $0 } == 2)
    }

    @Test func everyAnswerForbidsGuessingItsTypeAndKeepingIt() async throws {
        try await withServer { server in
            for path in ["/livez", "/payments/br/institutions/", "/nowhere", "/payments/api/widget-token/", "/bank/"] {
                let (answer, _) = await server.api.respond(to: ServerRequest(method: "GET", path: path))
                #expect(answer.header("X-Content-Type-Options") == "nosniff", "\(path)")
                #expect(answer.header("Cache-Control") != nil, "\(path)")
                #expect(answer.header("Strict-Transport-Security") == nil)
            }
            let api = APIServer(
                payments: server.payments,
                operations: Operations { [] },
                headers: AnswerHeaders(isStrictlySecure: true),
                world: server.clock.world
            )
            let (answer, _) = await api.respond(to: ServerRequest(method: "GET", path: "/livez"))
            #expect(answer.header("Strict-Transport-Security") == "max-age=63072000")
        }
    }
}
