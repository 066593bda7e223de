import ChaveBase
import ChaveWire
import SignInCore
import SignInModel
import Testing

@testable import ServerHost

/// Which pages of other sites may call what, and read the answer (Fetch, section 3.2).
struct SharedAnswersTests {
    private static let origins: [(origin: String, isClients: Bool)] = [
        (SignInRig.app, true), ("https://evil.example", false), ("null", false), ("https://app.example.evil", false),
        ("http://app.example", false), ("https://shop.example", false),
    ]
    private static let exposed = "DPoP-Nonce, Retry-After, WWW-Authenticate, X-Request-Id"

    /// A public client at `https://app.example`, and one with a secret at `https://shop.example`.
    private static func plant(_ rig: SignInRig) async throws {
        _ = try await rig.clientID()
        let shop: JSONValue = [
            "name": "Loja", "redirect_uris": ["https://shop.example/callback"],
            "token_endpoint_auth_method": "client_secret_basic", "id_token_signed_response_alg": "ES256",
        ]
        _ = try await rig.manage(.post("/v0/oidc/clients", shop))
    }

    @Test func whatIsPublishedIsForEverybody() async throws {
        try await withSignIn { rig in
            try await Self.plant(rig)
            for path in SignInAddressTests.published {
                for (origin, _) in Self.origins {
                    for method in ["GET", "OPTIONS"] {
                        let reply = try await rig.send(Call(method: method, target: path).with("Origin", origin))
                        #expect(reply.status == (method == "GET" ? 200 : 204), "\(method) \(path)")
                        #expect(reply.header("Access-Control-Allow-Origin") == "*", "\(method) \(path)")
                        #expect(reply.header("Access-Control-Allow-Credentials") == nil)
                    }
                }
            }
        }
    }

    @Test(arguments: AddressForm.allCases)
    func clientsAnswersAreForTheirOwnPages(_ form: AddressForm) async throws {
        try await withSignIn { rig in
            try await Self.plant(rig)
            for path in SignInAddressTests.shared {
                for (origin, isClients) in Self.origins {
                    let target = form.path(path, rig.home)
                    let comment: Comment = "\(target) from \(origin)"
                    let asked = Call(method: "OPTIONS", target: target).with("Origin", origin)
                        .with("Access-Control-Request-Method", "POST")
                    let preflight = try await rig.send(asked)
                    #expect(preflight.status == 204, comment)
                    #expect(preflight.header("Access-Control-Allow-Origin") == (isClients ? origin : nil), comment)
                    let headers = preflight.header("Access-Control-Allow-Headers")
                    #expect(headers == (isClients ? "Authorization, Content-Type, DPoP" : nil), comment)
                    // Refused, since nobody proves to be there; that can be read too.
                    let reply = try await rig.send(.form(target, ["client_id": "x"]).with("Origin", origin))
                    #expect(reply.status >= 400)
                    #expect(reply.header("Access-Control-Allow-Origin") == (isClients ? origin : nil), comment)
                    #expect(reply.header("Access-Control-Expose-Headers") == (isClients ? Self.exposed : nil), comment)
                    for answer in [preflight, reply] {
                        #expect(answer.header("Vary") == "Origin", comment)
                        #expect(answer.header("Access-Control-Allow-Credentials") == nil, comment)
                    }
                }
            }
        }
    }

    /// Of another tenant the page is a stranger, also where that tenant's address has no name.
    @Test func aTenantsPagesReadItsOwnAnswers() async throws {
        try await withSignIn { rig in
            try await Self.plant(rig)
            for tenant in [rig.rival.text, "nobody", "UPPER"] {
                let call = Call(method: "OPTIONS", target: "/t/\(tenant)/v2/token").with("Origin", SignInRig.app)
                let reply = try await rig.send(call)
                #expect(reply.status == 204 && reply.header("Access-Control-Allow-Origin") == nil, "\(tenant)")
            }
        }
    }

    /// A page that gets tokens, end to end.
    @Test func aPageGetsTokensAndAsksForItsPerson() async throws {
        try await withSignIn { rig in
            let client = try await rig.clientID()
            let code = try await rig.code(try await rig.phone(), client)
            let tokens = try await rig.done(rig.exchange(code, client).with("Origin", SignInRig.app))
            #expect(tokens.header("Access-Control-Allow-Origin") == SignInRig.app)
            let access = tokens["access_token"]?.string ?? ""
            let person = try await rig.done(.get("/v2/userinfo").bearer(access).with("Origin", SignInRig.app))
            #expect(person.header("Access-Control-Allow-Origin") == SignInRig.app)
            _ = try await rig.manage(.delete("/v0/oidc/clients/\(client)"))
            let gone = try await rig.send(.get("/v2/userinfo").bearer(access).with("Origin", SignInRig.app))
            #expect(gone.status == 401 && gone.header("Access-Control-Allow-Origin") == nil)
        }
    }

    @Test func nothingElseIsShared() async throws {
        try await withSignIn { rig in
            try await Self.plant(rig)
            for (path, methods) in SignInAddressTests.addresses where !SignInAddressTests.shared.contains(path) {
                for method in methods + ["OPTIONS"] {
                    let reply = try await rig.send(Call(method: method, target: path).with("Origin", SignInRig.app))
                    #expect(reply.header("Access-Control-Allow-Origin") == nil, "\(method) \(path)")
                }
            }
        }
    }
}
