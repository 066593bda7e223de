import ChavePixModel
import PaymentsCore
import Testing

@testable import ServerHTTP

/// What the sandbox shows people, and to whom.
@Suite struct SandboxSiteTests {
    private static func withSite(
        _ body: @Sendable (TestServer, APIServer, SandboxMerchant) async throws -> Void
    ) async throws {
        try await withServer { server in
            let institution = try #require(server.bank.directory.first).id
            let merchant = try await SandboxMerchant.plant(
                in: server.payments,
                by: server.administration,
                dataDirectory: server.directory,
                institution: institution
            )
            let site = SandboxSite(
                bank: server.bank,
                merchant: merchant,
                api: server.api,
                operations: Operations { [Operations.Check("disk", problem: "full")] },
                baseURL: server.payments.policy.baseURL,
                world: server.clock.world
            )
            try await body(server, server.api.with(pages: site), merchant)
        }
    }

    private static func get(
        _ path: String,
        host: String?,
        from client: String? = "127.0.0.1",
        language: String = "en"
    ) -> ServerRequest {
        var headers = [("Accept-Language", language)]
        if let host { headers.append(("Host", host)) }
        var request = ServerRequest(method: "GET", path: path, query: "a=1", headers: headers)
        request.client = client.flatMap(IPAddress.init)
        return request
    }

    private static func host(_ server: TestServer) -> String {
        String(server.payments.policy.baseURL.split(separator: "/").last ?? "")
    }

    /// Another site may have made its own name lead to this machine.
    @Test func aPageOfAnotherHostGetsNoKeys() async throws {
        try await Self.withSite { server, api, merchant in
            let own = Self.host(server)
            for host in [nil, "", "evil.example", "evil.example:8080", "127.0.0.1:8080", "\(own).", "\(own)0"] {
                for path in ["/", "/shop", "/shop/banks"] {
                    let (answer, record) = await api.respond(to: Self.get(path, host: host))
                    #expect(answer.status == 303)
                    #expect(answer.header("Location") == "\(server.payments.policy.baseURL)\(path)?a=1")
                    #expect(!String(decoding: answer.body, as: UTF8.self).contains(merchant.secretPassword))
                    #expect(["/", "/shop"].contains(record.route))
                }
            }
            let (answer, _) = await api.respond(to: Self.get("/", host: own.uppercased()))
            #expect(String(decoding: answer.body, as: UTF8.self).contains(merchant.secretPassword))
        }
    }

    @Test func keysAreShownToThisMachineAlone() async throws {
        try await Self.withSite { server, api, merchant in
            for (client, isShown) in [("127.0.0.1", true), ("::1", true), ("192.168.0.7", false), (nil, false)] {
                let (answer, _) = await api.respond(to: Self.get("/", host: Self.host(server), from: client))
                let body = String(decoding: answer.body, as: UTF8.self)
                #expect(answer.status == 200)
                #expect(body.contains(merchant.secretPassword) == isShown, "\(client ?? "nobody")")
                #expect(answer.header("Cache-Control") == "no-store")
            }
        }
    }

    @Test func theStartPageSaysWhatIsNotWell() async throws {
        try await Self.withSite { server, api, _ in
            for (language, word) in [("en", "not well"), ("pt-BR", "com problema")] {
                let request = Self.get("/", host: Self.host(server), language: language)
                let body = String(decoding: await api.respond(to: request).answer.body, as: UTF8.self)
                #expect(body.contains(word))
                #expect(body.contains("data-screen=\"start\""))
                // Who is there and what they say at the bank.
                #expect(body.contains("Alice Nogueira") && body.contains("senha-1"))
            }
        }
    }

    /// The log knows which site it was, and no id of anybody's order.
    @Test func aPagesRouteInTheLogNamesNothing() async throws {
        try await Self.withSite { server, api, _ in
            let id = "01936a5c-8000-7000-8000-00005a4d0001"
            for (path, route) in [
                ("/shop/orders/\(id)", "/shop"), ("/shop/orders/\(id)/wait", "/shop/…/wait"), ("/bank/\(id)", "/bank"),
                ("/assets/pages.css", "/assets"), ("/", "/"), ("/shopping", ""), ("/assets/nothing", ""),
            ] {
                let (_, record) = await api.respond(to: Self.get(path, host: Self.host(server)))
                #expect(record.route == route, "\(path)")
            }
        }
    }
}
