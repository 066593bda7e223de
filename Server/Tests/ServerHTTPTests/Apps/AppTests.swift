import ChaveBase
import ChavePixModel
import ChaveWire
import PaymentsModel
import PaymentsStores
import Testing

/// Apps and their callback URLs (Payments API, sections 3 and 5).
struct AppTests {
    private static let apps = "/payments/br/apps/"

    @Test(arguments: DoorKind.allCases)
    func anAppIsRegisteredReadAndDeleted(door: DoorKind) async throws {
        try await door.withServer { server in
            let shop = server.shop.basic
            let made = try await server.send(.post(AppTests.apps, Bodies.app()), as: shop)
            #expect(made.status == 201)
            #expect(
                made.names == [
                    "id", "created_at", "platform", "app_id", "callback_urls", "sha256_cert_fingerprints",
                ]
            )
            #expect(made["platform"] == "IOS" && made["app_id"] == "ABCDE12345.br.com.loja")
            #expect(made["callback_urls"] == [.string(Bodies.callbackURL)])
            let path = "\(AppTests.apps)\(made.id)/"
            #expect(try await server.done(.get(path), as: shop).body == made.body)
            #expect(try await server.done(.get(AppTests.apps), as: shop).resultIDs == [made.id])
            let gone = try await server.send(.delete(path), as: shop)
            #expect(gone.status == 200 && gone.body == made.body)
            expectRefusal(try await server.send(.delete(path), as: shop), 404, "not_found")
            expectRefusal(try await server.send(.get(path), as: shop), 404, "not_found")
            #expect(try await server.done(.get(AppTests.apps), as: shop).resultIDs == [])
            let id = try #require(AppID(made.id))
            let trail = try await server.store.auditEntries(of: .app(id))
            #expect(trail.map(\.action) == ["registered", "removed"])
            #expect(trail.map(\.actor) == Array(repeating: "api-key/\(server.shop.keyID.text)", count: 2))
            #expect(try await server.findings() == [])
        }
    }

    @Test func theSameKeyRegistersOnceAndTheSameAppIsAlreadyRegistered() async throws {
        try await withServer { server in
            let shop = server.shop.basic
            let first = try await server.done(.post(AppTests.apps, Bodies.app(), key: "a"), as: shop)
            let again = try await server.done(.post(AppTests.apps, Bodies.app(), key: "a"), as: shop)
            #expect(again.body == first.body && again.header("Idempotent-Replayed") == "true")
            expectRefusal(
                try await server.send(.post(AppTests.apps, Bodies.app()), as: shop),
                400,
                "already_registered",
                field: "app_id"
            )
            // Another organisation that claims the same app keeps nobody out.
            _ = try await server.done(.post(AppTests.apps, Bodies.app()), as: server.rival.basic)
            _ = try await server.done(.delete("\(AppTests.apps)\(first.id)/"), as: shop)
            _ = try await server.done(.post(AppTests.apps, Bodies.app()), as: shop)
        }
    }

    @Test func anOrganisationWithAHundredAppsGetsNoMoreUntilOneGoes() async throws {
        try await withServer { server in
            var change = Change()
            for number in 0..<RegisteredApp.largestCount {
                change.insert(
                    RegisteredApp(
                        id: server.clock.world.newID(),
                        organisation: server.shop.organisation,
                        createdAt: server.clock.now,
                        platform: .android,
                        appID: "br.com.loja\(number)",
                        callbackURLs: [Bodies.callbackURL]
                    ),
                    actor: "test"
                )
            }
            try await server.store.commit(change)
            let shop = server.shop.basic
            expectRefusal(try await server.send(.post(AppTests.apps, Bodies.app()), as: shop), 409, "conflict")
            let list = try await server.done(.get(AppTests.apps), as: shop)
            _ = try await server.done(.post(AppTests.apps, Bodies.app()), as: server.rival.basic)
            _ = try await server.done(.delete("\(AppTests.apps)\(try #require(list.resultIDs.first))/"), as: shop)
            _ = try await server.done(.post(AppTests.apps, Bodies.app()), as: shop)
        }
    }

    @Test func aCallbackURLThatStandsTwiceCountsOnce() async throws {
        try await withServer { server in
            let body = Bodies.app(callbackURLs: ["https://a.example", "https://b.example", "https://a.example"])
            let made = try await server.done(.post("/payments/br/apps/", body), as: server.shop.basic)
            #expect(made["callback_urls"] == ["https://a.example", "https://b.example"])
        }
    }

    @Test func whatIsNoAppIs400() async throws {
        let fingerprint = Array(repeating: "AB", count: 32).joined(separator: ":")
        let faults: [(JSONValue, String, String)] = [
            (Bodies.app(platform: "BROWSER"), "invalid", "platform"),
            (Bodies.app(appID: "abc"), "invalid", "app_id"),
            (Bodies.app(appID: "br.com.loja"), "invalid", "app_id"),
            (Bodies.app(callbackURLs: []), "invalid", "callback_urls"),
            (Bodies.app(callbackURLs: ["https://a.example", "ftp://b.example"]), "invalid", "callback_urls.1"),
            (Bodies.app(fingerprints: [fingerprint]), "invalid", "sha256_cert_fingerprints"),
            (
                Bodies.app(appID: "br.com.loja", platform: "ANDROID", fingerprints: ["AB:CD"]), "invalid",
                "sha256_cert_fingerprints.0"
            ),
        ]
        try await withServer { server in
            for (body, code, field) in faults {
                let reply = try await server.send(.post(AppTests.apps, body), as: server.shop.basic)
                expectRefusal(reply, 400, code, field: field, at: "\(body.text)")
            }
            #expect(try await server.store.registeredApps().isEmpty)
        }
    }

    @Test func outsideTheSandboxOnlyARegisteredCallbackURLIsTakenByteByByte() async throws {
        try await withServer(isSandbox: false) { server in
            let device = try await TestDevice(server, of: server.shop)
            func tried(_ url: String) async throws -> Reply {
                let body = Bodies.enrollment().replacing(["details", "callback_url"], with: .string(url))
                return try await device.send(.post("/payments/br/enrollments/", body))
            }
            let url = Bodies.callbackURL
            expectRefusal(try await tried(url), 400, "invalid", field: "details.callback_url")
            // Another organisation's registration opens nothing.
            _ = try await server.done(.post(AppTests.apps, Bodies.app()), as: server.rival.basic)
            expectRefusal(try await tried(url), 400, "invalid", field: "details.callback_url")
            let app = try await server.done(.post(AppTests.apps, Bodies.app()), as: server.shop.basic)
            for near in ["\(url)/", "\(url)?x=1", "https://LOJA.example/callback", "https://loja.example/%63allback"] {
                expectRefusal(try await tried(near), 400, "invalid", field: "details.callback_url", at: "\(near)")
            }
            let open = try await tried(url)
            #expect(open.status == 201)
            _ = try await server.done(.delete("\(AppTests.apps)\(app.id)/"), as: server.shop.basic)
            expectRefusal(try await tried(url), 400, "invalid", field: "details.callback_url")
            // What was under way goes on.
            let callback = try await HolderAtBank(server: server, holder: Bodies.alice).approve(open)
            _ = try await device.done(.post("/payments/br/enrollments/complete-redirection/", callback))
            try await server.settle()
            let now = try await device.done(.get("/payments/br/enrollments/\(open.id)/"))
            #expect(now.json.at("details", "status") == "AWAITING_ENROLLMENT")
        }
    }

    /// Nobody can have another's links, or the server's own pages, opened in its app.
    @Test func onTheServersOwnHostEachOrganisationHasItsFolder() async throws {
        try await withServer(isSandbox: false) { server in
            let own = "https://chave.example/callbacks/\(server.shop.organisation.text)"
            let rival = "https://chave.example/callbacks/\(server.rival.organisation.text)"
            let refused = [
                "\(rival)/volta", "https://chave.example/bank/authorize", "https://chave.example/", "\(own)/",
                "https://chave.example", "\(own)/../\(server.rival.organisation.text)/volta", "\(own)/*", "\(own)//a",
                "\(own)/%2e%2e/a", "https://CHAVE.example/volta", "https://chave.example:8443/volta",
                "\(own)x/volta", "\(own)/.hidden",
            ]
            for url in refused {
                let body = Bodies.app(callbackURLs: ["https://loja.example/volta", url])
                let reply = try await server.send(.post(AppTests.apps, body), as: server.shop.basic)
                expectRefusal(reply, 400, "invalid", field: "callback_urls.1", at: "\(url)")
            }
            let taken = Bodies.app(callbackURLs: ["\(own)/volta", "https://other.chave.example/volta"])
            _ = try await server.done(.post(AppTests.apps, taken), as: server.shop.basic)
        }
    }
}
