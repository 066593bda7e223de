import ChaveBase
import ChaveWire
import SignInCore
import SignInModel
import Testing
import Webhooks

@testable import SignInHTTP

/// Clients that are read, changed, and given another secret over the API.
struct ClientAdministrationTests {
    private static func patch(_ path: String, _ body: JSONValue) -> Call {
        var call = Call.post(path, body)
        call.method = "PATCH"
        return call
    }

    @Test(arguments: AddressForm.allCases)
    func aClientIsReadAndChanged(_ form: AddressForm) async throws {
        try await withSignIn { rig in
            let id = try await rig.clientID("client_secret_basic")
            let path = form.path("/v0/oidc/clients/\(id)", rig.home)
            let before = try await rig.manage(.get(path))
            #expect(before["post_logout_redirect_uris"] == [] && before["backchannel_logout_uri"] == nil)
            let body: JSONValue = [
                "name": "Loja", "redirect_uris": ["https://new.example/callback", "com.example.app:/x"],
                "post_logout_redirect_uris": ["https://new.example/bye"],
                "backchannel_logout_session_required": true, "client_id": "another",
            ]
            let changed = try await rig.manage(Self.patch(path, body))
            #expect(changed.status == 200 && changed["client_id"]?.string == id && changed["client_secret"] == nil)
            #expect(changed["risks"]?.array?.count == 1)
            let after = try await rig.manage(.get(path))
            #expect(after["name"]?.string == "Loja" && after["backchannel_logout_session_required"] == true)
            #expect(after["redirect_uris"] == body["redirect_uris"])
            #expect(after["token_endpoint_auth_method"]?.string == "client_secret_basic")
            #expect(try await rig.manage(.get("/v0/oidc/clients"))["clients"]?.array?.first == after.json)
        }
    }

    @Test func aChangeThatIsNoneIsRefused() async throws {
        try await withSignIn { rig in
            let path = "/v0/oidc/clients/\(try await rig.clientID("client_secret_basic"))"
            let bodies: [(JSONValue, String?)] = [
                (["redirect_uris": []], "redirect_uris"), (["redirect_uris": "https://a.example"], "redirect_uris"),
                (["name": ""], "name"), (["token_endpoint_auth_method": "magic"], "token_endpoint_auth_method"),
                (["token_endpoint_auth_method": "none"], "token_endpoint_auth_method"), (["jwks": 1], "jwks"),
                (["post_logout_redirect_uris": ["http://a.example/"]], "post_logout_redirect_uris"),
                (["backchannel_logout_session_required": "yes"], "backchannel_logout_session_required"), ([], nil),
            ]
            for (body, field) in bodies {
                let call = Self.patch(path, body).bearer(rig.apiToken)
                expectSignInRefusal(try await rig.send(call), 400, .invalidRequest, field: field, at: "\(body)")
            }
            expectSignInRefusal(try await rig.send(Self.patch(path, [:])), 401, .invalidToken)
        }
    }

    /// Where a webhook may not go a logout token may not either, and the words say why.
    @Test(
        arguments: [
            ("https://a.example/out", true), ("https://127.0.0.1/out", false), ("https://10.0.0.1/out", false),
            ("https://localhost/out", false), ("http://a.example/out", false), ("https://a.example:22/", false),
            ("https://u@a.example/", false), ("https://a.example/#x", false), ("https://[::1]/", false),
            ("https://metadata.internal/", false), ("https://169.254.169.254/latest", false),
        ]
    )
    func logoutTokensAreSentToPublicAddressesAlone(_ address: String, _ isTaken: Bool) {
        #expect((LogoutSender.fault(address, .production) == nil) == isTaken)
        #expect(LogoutSender.fault("http://127.0.0.1:8090/out", .sandbox) == nil)
        #expect(LogoutSender.fault("https://192.168.0.1/out", .sandbox) != nil)
    }

    @Test func anAddressForLogoutTokensIsSetAndTakenAway() async throws {
        try await withSignIn { rig in
            let path = "/v0/oidc/clients/\(try await rig.clientID())"
            let address: JSONValue = ["backchannel_logout_uri": "https://a.example/out"]
            // This rig sends none, and says so.
            let refused = try await rig.send(Self.patch(path, address).bearer(rig.apiToken))
            expectSignInRefusal(refused, 400, .invalidRequest, field: "backchannel_logout_uri")
            #expect(try await rig.manage(Self.patch(path, ["backchannel_logout_uri": .null])).status == 200)
        }
    }

    @Test func aSecretIsRotatedAndTheFormerOneEnds() async throws {
        try await withSignIn { rig in
            let made = try await rig.client("client_secret_post")
            let (id, first) = (made["client_id"]?.string ?? "", made["client_secret"]?.string ?? "")
            let path = "/v0/oidc/clients/\(id)"
            func isTaken(_ secret: String) async throws -> Bool {
                let form = Call.form("/v2/introspect", ["client_id": id, "client_secret": secret, "token": "x"])
                return try await rig.send(form).status == 200
            }
            let rotated = try await rig.manage(.post("\(path)/rotate-secret", ["overlap_seconds": 3_600]))
            let second = rotated["client_secret"]?.string ?? ""
            #expect(rotated["former_secret_expires_at"] != nil && second != first)
            for secret in [first, second] { #expect(try await isTaken(secret)) }
            #expect(try await !rig.manage(.get(path)).text.contains(second))
            #expect(try await rig.manage(.delete("\(path)/former-secret")).status == 204)
            #expect(try await !isTaken(first))
            #expect(try await isTaken(second))
            for body in [[:], ["overlap_seconds": -1], ["overlap_seconds": 2_592_001], ["overlap_seconds": "1"]]
                as [JSONValue]
            {
                let call = Call.post("\(path)/rotate-secret", body).bearer(rig.apiToken)
                expectSignInRefusal(try await rig.send(call), 400, .invalidRequest, field: "overlap_seconds")
            }
            let open = Call.post("/v0/oidc/clients/\(try await rig.clientID())/rotate-secret", ["overlap_seconds": 0])
            expectSignInRefusal(try await rig.send(open.bearer(rig.apiToken)), 409, .conflict)
        }
    }

    @Test func anotherTenantsClientIsNotThere() async throws {
        try await withSignIn { rig in
            let path = "/v0/oidc/clients/\(try await rig.clientID("client_secret_basic"))"
            let calls: [Call] = [
                .get(path), Self.patch(path, ["name": "x"]), .post("\(path)/rotate-secret", ["overlap_seconds": 0]),
                .delete("\(path)/former-secret"),
            ]
            for call in calls {
                expectSignInRefusal(try await rig.send(call.bearer(rig.rivalToken)), 404, .notFound)
                expectSignInRefusal(try await rig.send(call), 401, .invalidToken)
            }
        }
    }
}
