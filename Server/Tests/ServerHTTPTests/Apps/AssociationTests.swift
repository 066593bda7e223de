import ChavePixModel
import ChaveWire
import PaymentsCore
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
