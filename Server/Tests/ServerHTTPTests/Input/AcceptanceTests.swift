import ChaveWire
import Testing

@testable import HTTPKernel
@testable import ServerHost

/// `Accept` (RFC 9110, section 12.5.1), and targets that are too long.
struct AcceptanceTests {
    @Test(arguments: [
        nil, "", "*/*", "application/json", "Application/*", "text/html, application/json;q=0.1", "no media range",
        "text/html, */*;q=0.8", "application/json;charset=utf-8", "application/json; q=1.0, */*;q=0",
        "application/*;q=0, application/json",
    ])
    func jsonIsTaken(_ header: String?) {
        #expect(Acceptance(header).takes("application/json"))
    }

    @Test(arguments: [
        "text/html", "text/*", "application/xml, image/*", "application/json;q=0", "*/*;q=0", "application/*; q=0.000",
        "application/json;q=0, */*", "application/problem+json",
    ])
    func jsonIsNotTaken(_ header: String) {
        #expect(!Acceptance(header).takes("application/json"))
    }

    @Test func anAcceptWithoutJSONIs406AndNothingIsDone() async throws {
        try await withServer { server in
            let before = try await server.census(server.shop)
            var call = Call.post("/payments/br/customers/", Bodies.customer())
            call.headers.append(("Accept", "text/html"))
            expectRefusal(try await server.send(call, as: server.shop.basic), 406, "invalid")
            #expect(try await server.census(server.shop) == before)
            for accept in ["application/xml", "application/json;q=0"] {
                var list = Call.get("/payments/br/institutions/")
                list.headers = [("Accept", accept)]
                expectRefusal(try await server.send(list, as: server.shop.basic), 406, "invalid")
            }
            // Nothing is answered that could be in a wrong form.
            var logo = Call.get("/payments/openapi.json")
            logo.headers = [("Accept", "text/html;q=0.9, application/*")]
            #expect(try await server.send(logo).status == 200)
        }
    }

    @Test(arguments: DoorKind.allCases)
    func aTargetOver8KiBIs414(door: DoorKind) async throws {
        try await door.withServer { server in
            for target in [
                "/payments/br/institutions/?name=" + String(repeating: "a", count: 8 * 1_024),
                "/" + String(repeating: "a", count: 40_000),
            ] {
                let refused = try await server.send(.get(target), as: server.shop.basic)
                expectRefusal(refused, 414, "too_long")
            }
            let longest = "/" + String(repeating: "a", count: 8 * 1_024 - 1)
            #expect(try await server.send(.get(longest), as: server.shop.basic).status == 404)
        }
    }

    @Test func aNameOfAnotherSiteIs421OnEveryDoor() async throws {
        try await withServer { server in
            let api = APIServer(
                payments: server.payments,
                operations: Operations(metrics: ServerMetrics()) { [] },
                names: ServerNames(baseURL: TestServer.baseURL),
                world: server.clock.world
            )
            for path in ["/livez", "/metrics", "/payments/br/institutions/", "/payments/openapi.json", "/x"] {
                for (host, isRefused) in [("evil.example", true), ("localhost:8080", false), ("127.0.0.1", false)] {
                    var headers = server.shop.basic.headers
                    headers.append(("Host", host))
                    let request = ServerRequest(method: "GET", path: path, headers: headers)
                    let status = await api.respond(to: request).answer.status
                    #expect((status == 421) == isRefused, "\(path) \(host)")
                }
            }
        }
    }
}
