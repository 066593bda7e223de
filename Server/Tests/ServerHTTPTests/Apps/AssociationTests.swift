import ChaveBase
import ChavePixModel
import ChaveWire
import PaymentsModel
import PaymentsStores
import Testing

/// The two files that tie apps to this server's host.
struct AssociationTests {
    private static let apple = "/.well-known/apple-app-site-association"
    private static let android = "/.well-known/assetlinks.json"
    private static let fingerprint = Array(repeating: "0a", count: 32).joined(separator: ":")

    @Test(arguments: DoorKind.allCases)
    func withoutAppsBothFilesAreThereAndEmpty(door: DoorKind) async throws {
        try await door.withServer { server in
            for (path, text) in [
                (AssociationTests.apple, #"{"applinks":{"details":[]},"webcredentials":{"apps":[]}}"#),
                (AssociationTests.android, "[]"),
            ] {
                let reply = try await server.send(.get(path))
                #expect(reply.status == 200)
                #expect(reply.header("Content-Type") == "application/json")
                #expect(reply.header("Cache-Control") == "public, max-age=300")
                #expect(reply.text == text)
                expectRefusal(try await server.send(.post(path)), 405)
            }
        }
    }

    /// Whose app may open the shop's links is for the shop alone to say.
    @Test func aRivalsClaimToAPackageAddsNothingToTheOwnersStatement() async throws {
        try await withServer(isSandbox: false) { server in
            let rivals = Array(repeating: "0b", count: 32).joined(separator: ":")
            let claims = [(server.shop, AssociationTests.fingerprint), (server.rival, rivals)]
            for (merchant, fingerprint) in claims {
                let url = "\(TestServer.publicBaseURL)/callbacks/\(merchant.organisation.text)/volta"
                let body = Bodies.app(
                    appID: "br.com.loja",
                    platform: "ANDROID",
                    callbackURLs: [url],
                    fingerprints: [fingerprint]
                )
                _ = try await server.done(.post("/payments/br/apps/", body), as: merchant.basic)
            }
            let statements = try await server.send(.get(AssociationTests.android)).json.array ?? []
            #expect(statements.count == 2)
            for (merchant, fingerprint) in claims {
                let own = statements.filter { $0.text.contains("/callbacks/\(merchant.organisation.text)/volta") }
                #expect(own.count == 1)
                let named = own.first?.at("target", "sha256_cert_fingerprints")
                #expect(named == [.string(fingerprint.uppercased())])
            }
        }
    }

    @Test(arguments: [AssociationTests.apple, AssociationTests.android])
    func whoHasTheFileAlreadyIsToldSoUntilAnAppChanges(path: String) async throws {
        try await withServer { server in
            let first = try await server.send(.get(path))
            let tag = try #require(first.header("ETag"))
            var call = Call.get(path)
            call.headers.append(("If-None-Match", tag))
            let again = try await server.send(call)
            #expect(again.status == 304 && again.text.isEmpty && again.header("ETag") == tag)
            #expect(again.header("Cache-Control") == "public, max-age=300")
            _ = try await server.done(.post("/payments/br/apps/", Bodies.app()), as: server.shop.basic)
            let android = Bodies.app(
                appID: "br.com.loja",
                platform: "ANDROID",
                fingerprints: [AssociationTests.fingerprint]
            )
            _ = try await server.done(.post("/payments/br/apps/", android), as: server.shop.basic)
            let changed = try await server.send(call)
            #expect(changed.status == 200 && changed.header("ETag") != tag)
        }
    }

    /// A server that was moved to another host publishes nothing that it would not register there.
    @Test func aLinkOutsideItsFolderIsNotPublished() async throws {
        try await withServer(isSandbox: false) { server in
            var change = Change()
            change.insert(
                RegisteredApp(
                    id: server.clock.world.newID(),
                    organisation: server.shop.organisation,
                    createdAt: server.clock.now,
                    platform: .ios,
                    appID: "ABCDE12345.br.com.loja",
                    callbackURLs: ["\(TestServer.publicBaseURL)/bank/authorize"]
                ),
                actor: "test"
            )
            try await server.store.commit(change)
            let file = try await server.send(.get(AssociationTests.apple)).json
            #expect(file.at("applinks", "details") == [])
            #expect(file.at("webcredentials", "apps") == ["ABCDE12345.br.com.loja"])
        }
    }

    @Test func theFilesNameEveryOrganisationsAppsAndOnlyThisHostsLinks() async throws {
        try await withServer(isSandbox: false) { server in
            let shop = "/callbacks/\(server.shop.organisation.text)"
            let rival = "/callbacks/\(server.rival.organisation.text)"
            func register(_ body: JSONValue, _ merchant: TestServer.Merchant) async throws -> String {
                try await server.done(.post("/payments/br/apps/", body), as: merchant.basic).id
            }
            let host = TestServer.publicBaseURL
            _ = try await register(
                Bodies.app(callbackURLs: ["\(host)\(shop)/b", "\(host)\(shop)/a?x=1", "https://loja.example/c"]),
                server.shop
            )
            let elsewhere = try await register(Bodies.app(appID: "ZYXWV98765.com.outra"), server.rival)
            // The same app again, of another organisation: named once, with both folders.
            _ = try await register(Bodies.app(callbackURLs: ["\(host)\(rival)/d"]), server.rival)
            _ = try await register(Bodies.app(appID: "br.com.sem", platform: "ANDROID"), server.shop)
            _ = try await register(
                Bodies.app(
                    appID: "br.com.loja",
                    platform: "android",
                    callbackURLs: ["\(host)\(shop)/a"],
                    fingerprints: [AssociationTests.fingerprint]
                ),
                server.shop
            )
            let apple: JSONValue = [
                "applinks": [
                    "details": [
                        [
                            "appIDs": ["ABCDE12345.br.com.loja"],
                            "components": .array(
                                ["\(shop)/a", "\(shop)/b", "\(rival)/d"].sorted().map { ["/": .string($0)] }
                            ),
                        ]
                    ]
                ],
                "webcredentials": ["apps": ["ABCDE12345.br.com.loja", "ZYXWV98765.com.outra"]],
            ]
            #expect(try await server.send(.get(AssociationTests.apple)).json == apple)
            let links = "delegate_permission/common.handle_all_urls"
            var extensions = JSONObject()
            extensions[links] = ["dynamic_app_link_components": [["/": .string("\(shop)/a")]]]
            let android: JSONValue = [
                [
                    "relation": ["delegate_permission/common.get_login_creds", .string(links)],
                    "target": [
                        "namespace": "android_app", "package_name": "br.com.loja",
                        "sha256_cert_fingerprints": [.string(AssociationTests.fingerprint.uppercased())],
                    ],
                    "relation_extensions": .object(extensions),
                ]
            ]
            #expect(try await server.send(.get(AssociationTests.android)).json == android)
            _ = try await server.done(.delete("/payments/br/apps/\(elsewhere)/"), as: server.rival.basic)
            let after = try await server.send(.get(AssociationTests.apple)).json
            #expect(after.at("webcredentials", "apps") == ["ABCDE12345.br.com.loja"])
        }
    }
}
