import ChaveBase
import ChaveWire
import PaymentsModel
import SignInCore
import SignInModel
import Testing

@testable import HTTPKernel
@testable import SignInHTTP

/// Which addresses there are, which methods they take, and who may call them from where.
struct SignInAddressTests {
    /// Each address of docs/sign-in.md below `/v0`, `/v1` and `/v2`, with its methods.
    static let addresses: [(path: String, methods: [String])] = [
        ("/v2/authorize-challenge", ["POST"]), ("/v2/token", ["POST"]), ("/v2/revoke", ["POST"]),
        ("/v2/introspect", ["POST"]), ("/v2/par", ["POST"]), ("/v2/userinfo", ["GET", "POST"]),
        ("/v2/credentials", ["POST"]), ("/v2/extensions", ["POST"]), ("/v2/extensions/x", ["DELETE", "GET"]),
        ("/v2/extensions/x/approval", ["POST"]), ("/v2/extensions/x/refusal", ["POST"]),
        ("/v2/extension-claims", ["POST"]), ("/v2/extension-claims/x", ["DELETE", "GET"]),
        ("/v1/manage/users", ["GET", "POST"]),
        ("/v1/manage/recover-user", ["POST"]), ("/v1/manage/users/x", ["DELETE", "GET", "PATCH"]),
        ("/v1/manage/users/x/suspend", ["POST"]), ("/v1/manage/users/x/activate", ["POST"]),
        ("/v1/manage/users/x/devices", ["GET"]), ("/v1/manage/users/x/devices/y", ["DELETE"]),
        ("/v1/manage/users/x/passkeys", ["GET"]), ("/v1/manage/users/x/passkeys/y", ["DELETE"]),
        ("/v0/oidc/clients", ["GET", "POST"]), ("/v0/oidc/clients/x", ["DELETE", "GET", "PATCH"]),
        ("/v0/oidc/clients/x/rotate-secret", ["POST"]), ("/v0/oidc/clients/x/former-secret", ["DELETE"]),
        ("/v0/configs/profile", ["GET", "POST"]), ("/v0/configs/scopes", ["GET", "POST"]),
        ("/v1/manage/events", ["GET"]),
    ]
    static let published = [
        "/t/padaria-aurora/.well-known/openid-configuration", "/t/padaria-aurora/.well-known/jwks.json",
        "/.well-known/oauth-authorization-server/t/padaria-aurora",
    ]
    /// Where a script of another site may call.
    static let shared = ["/v2/token", "/v2/revoke", "/v2/userinfo", "/v2/par"]

    private static let everyMethod = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"]

    @Test func anAddressTakesItsMethodsAndNoOther() async throws {
        try await withSignIn { rig in
            for (path, described) in Self.addresses {
                let methods = described.withHead
                for form in AddressForm.allCases {
                    let target = form.path(path, rig.home)
                    for method in Self.everyMethod {
                        let reply = try await rig.send(Call(method: method, target: target))
                        let comment: Comment = "\(method) \(target): \(reply.status)"
                        if methods.contains(method) {
                            #expect(reply.status != 405, comment)
                        } else if method == "OPTIONS", Self.shared.contains(path) {
                            #expect(reply.status == 204, comment)
                        } else if method == "HEAD" {
                            #expect(reply.status == 405 && reply.body.isEmpty, comment)
                        } else {
                            expectSignInRefusal(reply, 405, .invalidRequest, at: comment)
                            #expect(reply.header("Allow") == methods.joined(separator: ", "), comment)
                            #expect(reply.header("Access-Control-Allow-Origin") == nil, comment)
                        }
                    }
                }
            }
        }
    }

    @Test func anAddressIsAnsweredAsItIsWrittenAndInNoOtherForm() async throws {
        try await withSignIn { rig in
            for path in [
                "/v2/token/", "/v2//token", "/V2/token", "/v2/Token", "/v2/%74oken", "/t/padaria-aurora//v2/token",
                "/t//v2/token", "/v2", "/v2/", "/t/padaria-aurora", "/t/padaria-aurora/v2/authorize", "/bind",
                "/v2/extensions//approval", "/.well-known/jwks.json", "/.well-known/oauth-authorization-server",
                "/t/padaria-aurora/.well-known/oauth-authorization-server",
            ] {
                let request = SignInRig.request(Call(method: "POST", target: path))
                #expect(!rig.face.answers(request), "\(path)")
            }
            for path in ["/t/UPPER/v2/token", "/t/%00/v2/token", "/t/-/.well-known/jwks.json", "/t/nobody/v2/userinfo"]
            {
                let method = path.hasSuffix("token") ? "POST" : "GET"
                let reply = try await rig.send(Call(method: method, target: path))
                let isName = path.contains("nobody")
                expectSignInRefusal(reply, isName ? 401 : 404, isName ? .invalidToken : .notFound, at: "\(path)")
            }
        }
    }

    @Test func aTenantIsDiscoveredAtBothAddresses() async throws {
        try await withSignIn { rig in
            let base = "/t/\(rig.home.text)"
            let document = try await rig.done(.get("\(base)/.well-known/openid-configuration"))
            let other = try await rig.done(.get("/.well-known/oauth-authorization-server\(base)"))
            #expect(document.json == other.json)
            #expect(document.header("Cache-Control") == "public, max-age=600")
            #expect(document.header("Access-Control-Allow-Origin") == "*")
            let issuer = TestServer.baseURL + base
            #expect(document["issuer"]?.string == issuer)
            // Whatever it names is there, but for the endpoints with pages, which other routes answer.
            let withPages = ["authorization_endpoint", "end_session_endpoint"]
            for name in document.names where name.hasSuffix("_endpoint") || name == "jwks_uri" {
                let address = try #require(document[name]?.string)
                #expect(address.hasPrefix(issuer), "\(name)")
                let path = String(address.dropFirst(TestServer.baseURL.count))
                let isThere = rig.face.answers(SignInRig.request(.get(path)))
                #expect(isThere == !withPages.contains(name), "\(name)")
            }
            for path in Self.published {
                let strange = path.replacingOccurrences("padaria-aurora", "nobody")
                let refused = try await rig.send(.get(strange))
                expectSignInRefusal(refused, 404, .notFound)
                #expect(refused.header("Cache-Control") == "no-store", "what is not there may be there soon")
            }
        }
    }

    /// The headers of GET, through a socket, and nothing after them (RFC 9110, section 9.3.2).
    @Test func headHasWhatGetHasButItsBody() async throws {
        try await withSignIn(.socket) { rig in
            _ = try await rig.manage(.post("/v1/manage/users", SignInRig.person))
            let link = String(rig.mail.link.dropFirst(TestServer.baseURL.count))
            for target in Self.published + ["/openapi-sign-in.json", link] {
                let whole = try await rig.done(.get(target))
                let head = try await rig.send(Call(method: "HEAD", target: target))
                #expect(head.status == whole.status && head.body.isEmpty, "\(target)")
                #expect(head.header("Content-Length") == "\(whole.body.count)", "\(target)")
                for name in ["Content-Type", "Cache-Control", "ETag", "Location", "Access-Control-Allow-Origin"] {
                    #expect(head.header(name) == whole.header(name), "\(target): \(name)")
                }
                let other = try await rig.send(Call(method: "PUT", target: target))
                #expect(other.header("Allow") == "GET, HEAD", "\(target)")
            }
            let refused = try await rig.send(Call(method: "HEAD", target: "/v2/token"))
            #expect(refused.status == 405 && refused.body.isEmpty)
        }
    }

    /// The log has what was asked for, never by whom or with what.
    @Test func theLogHasTheTemplate() async throws {
        try await withSignIn { rig in
            for (path, template, code) in [
                ("/v2/extensions/secret-id", "/v2/extensions/{id}", "invalid_token"),
                ("/t/padaria-aurora/v2/extensions/secret-id", "/t/{tenant}/v2/extensions/{id}", "invalid_token"),
                ("/v2/userinfo", "/v2/userinfo", "invalid_token"), ("/v2/token", "/v2/token", "invalid_request"),
                ("/t/padaria-aurora/bind?token=secret", "/t/{tenant}/bind", "invalid_registration_token"),
            ] {
                let call = Call.get(path).bearer("chave_at_secret")
                let record = await rig.api.respond(to: SignInRig.request(call)).record
                #expect(record.route == template)
                #expect(record.errorCode == code)
            }
        }
    }

    @Test func aServerWithoutSignInHasNoneOfIt() async throws {
        try await withServer { server in
            let reply = try await server.send(.get("/v2/userinfo"))
            expectRefusal(reply, 404, "not_found")
        }
    }

    /// Sign-in takes its own addresses below `/t/<tenant>` and leaves the rest to pages.
    @Test func pagesBelowATenantComeAfterIt() async throws {
        try await withSignIn { rig in
            let api = rig.api.with(pages: EveryPage())
            let page = await api.respond(to: SignInRig.request(.get("/t/padaria-aurora/account"))).answer
            #expect(page.header("X-Page") == "yes")
            let document = await api.respond(to: SignInRig.request(.get(Self.published[0]))).answer
            #expect(document.header("X-Page") == nil && document.status == 200)
        }
    }
}

/// A site that has a page for everything.
private struct EveryPage: PageHandler {
    func claim(of request: ServerRequest) -> PageClaim? { PageClaim(route: "/", kind: .read) }

    func answer(_ request: ServerRequest) async -> ServerAnswer {
        ServerAnswer(status: 200, headers: [("X-Page", "yes")])
    }
}

extension String {
    fileprivate func replacingOccurrences(_ part: String, _ other: String) -> String {
        split(separator: part, omittingEmptySubsequences: false).joined(separator: other)
    }
}
