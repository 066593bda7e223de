import ChaveBase
import ChaveWire
import SignInCore
import SignInModel
import Testing

@testable import ServerHost

/// How tokens are handed out and shown again, down to the headers.
struct TokenTransportTests {
    private static func access(_ rig: SignInRig) async throws -> String {
        let client = try await rig.clientID()
        let code = try await rig.code(try await rig.phone(), client)
        return try #require(try await rig.done(rig.exchange(code, client))["access_token"]?.string)
    }

    /// RFC 6749, sections 5.1 and 5.2: also where a cache knows HTTP/1.0 alone.
    @Test func noCacheKeepsATokenBeItAsOldAsItMay() async throws {
        try await withSignIn { rig in
            let client = try await rig.clientID()
            let code = try await rig.code(try await rig.phone(), client)
            for (call, status) in [(rig.exchange(code, client), 200), (rig.exchange("x", client), 400)] {
                let reply = try await rig.send(call)
                #expect(reply.status == status)
                #expect(reply.header("Cache-Control") == "no-store")
                #expect(reply.header("Pragma") == "no-cache")
            }
        }
    }

    /// RFC 6750, section 2.2.
    @Test func aTokenInTheFormOpensUserInformation() async throws {
        try await withSignIn { rig in
            let access = try await Self.access(rig)
            for path in ["/v2/userinfo", "/t/\(rig.home.text)/v2/userinfo"] {
                let reply = try await rig.send(.form(path, ["access_token": access]))
                #expect(reply.status == 200 && reply["sub"] != nil)
                let empty = try await rig.send(Call(method: "POST", target: path).bearer(access))
                #expect(empty.status == 200)
            }
            let wrong = try await rig.send(.form("/v2/userinfo", ["access_token": "chave_at_x"]))
            expectSignInRefusal(wrong, 401, .invalidToken)
        }
    }

    /// RFC 6750, section 2: one way, and in a form only where it is one.
    @Test func aTokenIsSentInOneWay() async throws {
        try await withSignIn { rig in
            let access = try await Self.access(rig)
            let form = Call.form("/v2/userinfo", ["access_token": access])
            expectSignInRefusal(try await rig.send(form.bearer(access)), 400, .invalidRequest, field: "access_token")
            let body = "access_token=\(access)"
            for type in ["text/plain", "application/json", nil] {
                let reply = try await rig.send(.post("/v2/userinfo", text: body, type: type))
                expectSignInRefusal(reply, 401, .invalidToken)
            }
            let twice = "\(body)&\(body)"
            let doubled = Call.post("/v2/userinfo", text: twice, type: "application/x-www-form-urlencoded")
            expectSignInRefusal(try await rig.send(doubled), 400, .invalidRequest, field: "access_token")
            // By GET a form means nothing, and in the address a token is never taken (RFC 9700, section 4.3.2).
            expectSignInRefusal(try await rig.send(.get("/v2/userinfo?\(body)")), 401, .invalidToken)
        }
    }

    @Test func theSchemeDPoPWithoutAProofSaysThatItIsMissing() async throws {
        try await withSignIn { rig in
            let access = try await Self.access(rig)
            // Of a bearer token nothing is proven, whatever the scheme says.
            let bearer = try await rig.send(.get("/v2/userinfo").with("Authorization", "DPoP \(access)"))
            expectSignInRefusal(bearer, 401, .invalidToken)
        }
    }

    @Test func resourceServersAreRegisteredListedAndRemoved() async throws {
        try await withSignIn { rig in
            let client = try await rig.client("client_secret_basic")
            let id = try #require(client["client_id"]?.string)
            let body: JSONValue = ["resource": "https://api.example.com", "name": "Orders", "client_id": .string(id)]
            let path = "/v0/oidc/resource-servers"
            let made = try await rig.manage(.post(path, text: body.text, type: "application/json"))
            #expect(made.status == 201 && made["resource"]?.string == "https://api.example.com")
            let again = try await rig.send(.post(path, text: body.text, type: "application/json").bearer(rig.apiToken))
            expectSignInRefusal(again, 409, .conflict, field: "resource")
            let list = try await rig.manage(.get(path))
            #expect(list["resource_servers"]?.array?.count == 1)
            let name = try #require(made["resource_server_id"]?.string)
            #expect(try await rig.manage(Call(method: "DELETE", target: "\(path)/\(name)")).status == 204)
            #expect(try await rig.manage(.get(path))["resource_servers"]?.array?.isEmpty == true)
            expectSignInRefusal(try await rig.send(.get(path)), 401, .invalidToken)
        }
    }
}
