import ChaveBase
import ChavePixModel
import InstitutionPort
import PaymentsCore
import SandboxBank
import Testing

@testable import HTTPKernel
@testable import ServerHost

/// What the sandbox shows people, and to whom.
@Suite struct SandboxSiteTests {
    private static func withSite(
        at baseURL: String? = nil,
        _ body: @Sendable (TestServer, APIServer, SandboxMerchant) async throws -> Void
    ) async throws {
        let full = Operations { [Operations.Check("disk", problem: "full")] }
        try await withSandboxSite(at: baseURL, operations: full, body)
    }

    private static func get(
        _ path: String,
        host: String?,
        from client: String? = "127.0.0.1",
        language: String = "en",
        cookie: String? = nil
    ) -> ServerRequest {
        var headers = [("Accept-Language", language)]
        if let host { headers.append(("Host", host)) }
        if let cookie { headers.append(("Cookie", cookie)) }
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
            let cookie = try await Self.pass(server, api)
            for host in [nil, "", "evil.example", "evil.example:8080", "\(own).", "\(own)@evil.example"] {
                for path in ["/", "/shop", "/shop/banks"] {
                    let (answer, record) = await api.respond(to: Self.get(path, host: host, cookie: cookie))
                    let body = String(decoding: answer.body, as: UTF8.self)
                    #expect(answer.status == 421, "\(host ?? "nil")")
                    #expect(!body.contains(merchant.secretPassword) && body.contains(server.payments.policy.baseURL))
                    #expect(answer.header("Set-Cookie") == nil)
                    #expect(["/", "/shop"].contains(record.route))
                }
            }
            let (answer, _) = await api.respond(to: Self.get("/", host: own.uppercased(), cookie: cookie))
            #expect(String(decoding: answer.body, as: UTF8.self).contains(merchant.secretPassword))
        }
    }

    /// Passkeys belong to one name of this machine; whoever comes by another is sent there.
    @Test func anotherNameOfThisMachineLeadsToTheRightOne() async throws {
        try await Self.withSite { server, api, _ in
            for host in ["127.0.0.1:8080", "[::1]:8080", "127.0.0.1", "\(Self.host(server))0"] {
                let (answer, _) = await api.respond(to: Self.get("/shop/banks", host: host))
                #expect(answer.status == 303)
                #expect(answer.header("Location") == "\(server.payments.policy.baseURL)/shop/banks?a=1")
            }
        }
    }

    @Test(arguments: [
        ("http://localhost:80", "localhost", true), ("http://localhost:80", "localhost:80", true),
        ("https://a.example", "a.example:443", true), ("https://a.example:443", "A.example", true),
        ("https://a.example", "a.example:80", false), ("http://localhost:8080", "localhost", false),
        ("http://localhost:8080", "", false), ("http://[::1]:8080", "[::1]:8080", true),
    ])
    func aNameIsMeantWithOrWithoutThePortThatGoesWithoutSaying(_ url: String, _ host: String, _ isMeant: Bool) {
        #expect(SiteName(url: url).isMeant(by: host) == isMeant)
        #expect(!SiteName(url: url).isMeant(by: nil))
    }

    /// Where a request comes from proves nothing: a bare `proxy_pass` on this machine asks like a browser here.
    @Test func keysAreShownToABrowserThatOpenedALinkAndToNobodyElse() async throws {
        try await Self.withSite { server, api, merchant in
            let cookie = try await Self.pass(server, api)
            let foreign = try #require(cookie.split(separator: "=", maxSplits: 1).last)
            for client in ["127.0.0.1", "::1", "192.168.0.7", nil] {
                for (sent, isShown) in [
                    (cookie, true), (nil, false), ("chave_sandbox=", false), ("\(cookie)x", false),
                    ("chave_sandbox=\(foreign.reversed().map(String.init).joined())", false),
                ] {
                    let request = Self.get("/", host: Self.host(server), from: client, cookie: sent)
                    let answer = await api.respond(to: request).answer
                    let body = String(decoding: answer.body, as: UTF8.self)
                    #expect(answer.status == 200)
                    #expect(body.contains(merchant.secretPassword) == isShown, "\(client ?? "nobody") \(sent ?? "-")")
                    #expect(body.contains("chave keys link") == !isShown)
                    #expect(answer.header("Cache-Control") == "no-store")
                }
            }
        }
    }

    @Test func aLinkIsGoodOnce() async throws {
        try await Self.withSite { server, api, _ in
            let link = try Self.link(server)
            let first = await api.respond(to: Self.opening(link, server)).answer
            #expect(first.status == 303 && first.header("Location") == "/")
            let cookie = try #require(first.header("Set-Cookie"))
            #expect(cookie.hasPrefix("chave_sandbox=") && cookie.contains("HttpOnly; SameSite=Strict"))
            for _ in 0..<2 {
                let again = await api.respond(to: Self.opening(link, server)).answer
                #expect(again.status == 403 && again.header("Set-Cookie") == nil)
                #expect(String(decoding: again.body, as: UTF8.self).contains("data-reason=\"used\""))
            }
        }
    }

    /// Of its parts each counts: the signature, the kind, the end, and whose sandbox it is.
    @Test func whatIsNoLinkOfThisSandboxOpensNothing() async throws {
        try await Self.withSite { server, api, merchant in
            let secret = SandboxLink.Secret(of: merchant)
            let now = server.clock.world.now()
            let id = String(repeating: "a", count: 43)
            let good = secret.text(of: .init(id: id, endsAt: now.adding(seconds: 5)), as: .link)
            let texts = [
                "", "x", "a.b", String(good.dropLast()), good + "A", String(repeating: "a", count: 5_000),
                secret.text(of: .init(id: id, endsAt: now.adding(seconds: 5)), as: .browser),
                secret.text(of: .init(id: id, endsAt: now), as: .link),
            ]
            for text in texts {
                let answer = await api.respond(to: Self.opening("/open?pass=\(text)", server)).answer
                #expect(answer.status == 403 && answer.header("Set-Cookie") == nil, "\(text.prefix(20))")
                #expect(String(decoding: answer.body, as: UTF8.self).contains("data-reason=\"not_good\""))
            }
            #expect(await api.respond(to: Self.opening("/open?pass=\(good)", server)).answer.status == 303)
            // A link is no browser's cookie either, and a cookie ends after a week.
            let old = secret.text(of: .init(id: id, endsAt: now), as: .browser)
            for cookie in [good, old] {
                let request = Self.get("/", host: Self.host(server), cookie: "chave_sandbox=\(cookie)")
                let body = String(decoding: await api.respond(to: request).answer.body, as: UTF8.self)
                #expect(!body.contains(merchant.secretPassword))
            }
        }
    }

    private static func link(_ server: TestServer) throws -> String {
        let world = server.clock.world
        let link = try SandboxLink.new(
            dataDirectory: server.directory,
            baseURL: "",
            at: world.now(),
            randomBytes: world.randomBytes
        )
        return try #require(link)
    }

    private static func opening(_ link: String, _ server: TestServer) -> ServerRequest {
        var request = get("/open", host: host(server))
        request.query = link.split(separator: "?").last.map(String.init) ?? ""
        return request
    }

    /// The cookie of a browser that opened a link.
    private static func pass(_ server: TestServer, _ api: APIServer) async throws -> String {
        let answer = await api.respond(to: opening(try link(server), server)).answer
        return String(try #require(answer.header("Set-Cookie")?.split(separator: ";").first))
    }

    /// NIO keeps the first `Host` apart from the other headers.
    @Test func theHostOfARequestThroughASocketIsSeen() async throws {
        for (baseURL, status) in [("http://localhost", 200), ("http://localhost:1", 303), ("http://a.example", 421)] {
            try await Self.withSite(at: baseURL) { server, api, _ in
                try await server.withSocket(api: api) { door, _ in
                    for path in ["/", "/shop"] {
                        let answer = try await door.send(ServerRequest(method: "GET", path: path))
                        #expect(answer.status == status, "\(baseURL) \(path)")
                    }
                }
            }
        }
    }

    @Test func theStartPageSaysWhatIsNotWell() async throws {
        try await Self.withSite { server, api, _ in
            for (language, word) in [("en", "state bad\">problem"), ("pt-BR", "state bad\">com problema")] {
                let request = Self.get("/", host: Self.host(server), language: language)
                let body = String(decoding: await api.respond(to: request).answer.body, as: UTF8.self)
                #expect(body.contains(word))
                #expect(body.contains("data-screen=\"start\""))
                // Who is there and what they say at the bank.
                #expect(body.contains("Alice Nogueira") && body.contains("senha-1"))
            }
        }
    }

    @Test func anAddressOfNoSiteLeadsABrowserToTheStart() async throws {
        try await Self.withSite { server, api, _ in
            for path in ["/nope", "/shopping", "/payments/br/nope/"] {
                var request = Self.get(path, host: Self.host(server))
                let refused = await api.respond(to: request).answer
                #expect(refused.status == 404 && refused.header("Content-Type") == "application/json", "\(path)")
                request.headers.append(("accept", "text/html,*/*;q=0.8"))
                let answer = await api.respond(to: request).answer
                let body = String(decoding: answer.body, as: UTF8.self)
                #expect(answer.status == 404 && body.contains("<a class=\"button\" href=\"/\">"), "\(path)")
            }
        }
    }

    /// A list may come in more than one line (RFC 9110, section 5.3).
    @Test func theLanguagesOfAllHeaderLinesCount() async throws {
        try await Self.withSite { server, api, _ in
            for path in ["/", "/shop", "/bank/nobody"] {
                for (lines, language) in [
                    (["de", "en;q=0.5"], "en"), (["en;q=0.1", "pt;q=0.2"], "pt-BR"), (["de", "fr"], "pt-BR"),
                ] {
                    var request = ServerRequest(
                        method: "GET",
                        path: path,
                        headers: [("Host", Self.host(server))] + lines.map { ("Accept-Language", $0) }
                    )
                    request.client = IPAddress("127.0.0.1")
                    let answer = await api.respond(to: request).answer
                    #expect(answer.header("Content-Language") == language, "\(path) \(lines)")
                }
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
