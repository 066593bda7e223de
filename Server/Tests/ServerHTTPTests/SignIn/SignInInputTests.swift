import ChaveBase
import ChaveWire
import SignInCore
import SignInModel
import Testing

@testable import HTTPKernel
@testable import SignInHTTP

/// Forms and JSON that are not what they should be: each has a clear answer in the one form.
struct SignInInputTests {
    private static let forms: [(body: String, field: String?)] = [
        ("", "client_id"), ("client_id=", "client_id"), ("client_id=a&client_id=b", "client_id"),
        ("client_id=a&client%5Fid=a", "client_id"), ("grant_type=a&grant_type=a&client_id=x", "grant_type"),
        ("client_id=%", nil), ("client_id=%4", nil), ("client_id=%zz", nil), ("client_id=%ff", nil),
        ("client_id=%c3%28", nil), ("client_id=a%00b", "client_id"), ("client_id=a%0Ab", "client_id"),
        ("%00=a&client_id=%0d", "client_id"), ("Client_id=a", "client_id"), ("client_id%20=a", "client_id"),
    ]

    @Test(arguments: ["/v2/token", "/v2/par", "/v2/revoke", "/v2/authorize-challenge", "/v2/extensions"])
    func aFormThatIsNoneIsRefused(_ path: String) async throws {
        try await withSignIn { rig in
            for (body, field) in Self.forms {
                let reply = try await rig.send(.post(path, text: body, type: "application/x-www-form-urlencoded"))
                expectSignInRefusal(reply, 400, .invalidRequest, field: field, at: "\(body): \(reply.text)")
                #expect((reply["field"] == nil) == (field == nil), "\(body)")
            }
            for type in [
                nil, "", "application/json", "text/plain", "multipart/form-data; boundary=x", "x-www-form-urlencoded",
            ] {
                let reply = try await rig.send(.post(path, text: "client_id=a", type: type))
                expectSignInRefusal(reply, 415, .invalidRequest, at: "\(type ?? "none")")
            }
            let coded = Call.form(path, ["client_id": "a"]).with("Content-Encoding", "gzip")
            expectSignInRefusal(try await rig.send(coded), 415, .invalidRequest)
            var named = Call.form(path, ["client_id": "a"])
            named.headers = [("content-type", "Application/X-WWW-Form-Urlencoded; charset=UTF-8")]
            #expect(try await rig.send(named).status != 415)
        }
    }

    /// `+` is a space and `%2B` a plus, by one rule in names and values.
    @Test func aPlusIsASpace() throws {
        var request = ServerRequest(method: "POST", path: "/")
        request.headers = [("content-type", "application/x-www-form-urlencoded")]
        request.body = .bytes(Array("a=1+2%2B3&&b+c=%C3%A3&d&e=f=g".utf8))
        let form = try request.form()
        #expect(form["a"] == "1 2+3")
        #expect(form["b c"] == "ã")
        #expect(form["d"] == nil)
        #expect(form["e"] == "f=g")
    }

    /// What a JSON body lacks or has in excess, and the field that is named for it.
    private static let bodies: [(path: String, body: String, field: String?)] = [
        ("/v2/credentials", "", nil), ("/v2/credentials", "[]", nil), ("/v2/credentials", "{", nil),
        ("/v2/credentials", #"{"token":"a","token":"b"}"#, nil), ("/v2/credentials", #"{"token":"\ud800"}"#, nil),
        ("/v2/credentials", "{}", "token"), ("/v2/credentials", #"{"token":1}"#, "token"),
        ("/v2/credentials", #"{"token":"a","csr":"*","device_name":"x"}"#, "csr"),
        ("/v2/credentials", #"{"token":"a","csr":"AA","device_name":"x"}"#, "csr"),
        ("/v2/credentials", #"{"token":"a","csr":"AAAA","device_name":"x"}"#, "csr"),
        ("/v2/credentials", #"{"token":"a","csr":"AAAA","device_name":""}"#, "device_name"),
        ("/v2/credentials", #"{"token":"a","csr":"AAAA","device_name":"\u202e"}"#, "device_name"),
        (
            "/v2/credentials",
            #"{"token":"a","csr":"AAAA","device_name":"\#(String(repeating: "a", count: 65))"}"#, "device_name"
        ),
        (
            // Spaces round a name are no part of it.
            "/v2/credentials",
            #"{"token":"a","csr":"AAAA","device_name":"  \#(String(repeating: "a", count: 64)) "}"#, "csr"
        ),
        ("/v2/extension-claims", #"{"code":"123456789","csr":"AAAA","device_name":"x"}"#, "tenant_id"),
        (
            "/v2/extension-claims",
            #"{"tenant_id":"a","client_id":"b","code":"123456789","csr":"AAAA","device_name":"x"}"#, "tenant_id"
        ),
        (
            "/v2/extension-claims",
            #"{"tenant_id":"A_","code":"123456789","csr":"AAAA","device_name":"x"}"#, "tenant_id"
        ),
        (
            "/t/padaria-aurora/v2/extension-claims",
            #"{"tenant_id":"outra-padaria","code":"123456789","csr":"AAAA","device_name":"x"}"#, "tenant_id"
        ),
        (
            "/v2/extension-claims",
            #"{"tenant_id":"padaria-aurora","code":"1234567890","csr":"AAAA","device_name":"x"}"#, "code"
        ),
        (
            "/v2/extension-claims",
            #"{"tenant_id":"padaria-aurora","code":"123456789","csr":"AAAA","device_name":"x"}"#, "csr"
        ),
    ]

    @Test func aBodyThatIsNoneIsRefusedWithItsField() async throws {
        try await withSignIn { rig in
            for (path, body, field) in Self.bodies {
                let reply = try await rig.send(.post(path, text: body))
                expectSignInRefusal(reply, 400, .invalidRequest, field: field, at: "\(body): \(reply.text)")
                #expect((reply["field"] == nil) == (field == nil), "\(body)")
            }
            for type in [nil, "text/plain", "application/x-www-form-urlencoded"] {
                let reply = try await rig.send(.post("/v2/credentials", text: "{}", type: type))
                expectSignInRefusal(reply, 415, .invalidRequest)
            }
        }
    }

    /// Whichever way a device comes in, and whatever is wrong with the length of its name.
    @Test(arguments: ["/v2/credentials", "/t/padaria-aurora/v2/extension-claims"])
    func aDeviceNameHasOneLimit(_ path: String) async throws {
        try await withSignIn { rig in
            for name in ["", "  ", String(repeating: "a", count: 65), String(repeating: "a", count: 201)] {
                let body: JSONValue = [
                    "token": "a", "code": "123456789", "csr": .string(try await PhoneInHand().request()),
                    "device_name": .string(name),
                ]
                let reply = try await rig.send(.post(path, body))
                expectSignInRefusal(reply, 400, .invalidRequest, field: "device_name")
                #expect(reply["error_description"]?.string == "device_name must have 1 to 64 characters.")
            }
        }
    }

    private static let managed: [(path: String, body: JSONValue, field: String)] = [
        ("/v1/manage/users", ["external_id": "a"], "email"),
        ("/v1/manage/recover-user", ["external_id": "a"], "binding_token_delivery_method"),
        (
            "/v1/manage/recover-user", ["external_id": "a", "binding_token_delivery_method": "sms"],
            "binding_token_delivery_method"
        ),
        ("/v0/oidc/clients", ["name": "a", "redirect_uris": "https://a.example"], "redirect_uris"),
        ("/v0/oidc/clients", ["name": "a", "redirect_uris": []], "redirect_uris"),
        (
            "/v0/oidc/clients",
            [
                "name": "a", "redirect_uris": ["http://a.example/"], "token_endpoint_auth_method": "none",
                "id_token_signed_response_alg": "ES256",
            ], "redirect_uris"
        ),
        (
            "/v0/oidc/clients",
            [
                "name": "a", "redirect_uris": ["https://a.example/"], "token_endpoint_auth_method": "client_secret_jwt",
                "id_token_signed_response_alg": "ES256",
            ], "token_endpoint_auth_method"
        ),
        (
            "/v0/oidc/clients",
            [
                "name": "a", "redirect_uris": ["https://a.example/"], "token_endpoint_auth_method": "private_key_jwt",
                "id_token_signed_response_alg": "ES256",
            ], "jwks"
        ),
        (
            "/v0/oidc/clients",
            [
                "name": "a", "redirect_uris": ["https://a.example/"], "token_endpoint_auth_method": "none",
                "id_token_signed_response_alg": "none",
            ], "id_token_signed_response_alg"
        ),
        ("/v0/configs/profile", ["profile_logo_uri": "https://a.example/a.png"], "profile_display_name"),
        (
            "/v0/configs/profile", ["profile_display_name": "a", "profile_logo_uri": "http://127.0.0.1/a.png"],
            "profile_logo_uri"
        ),
        (
            "/v0/configs/profile", ["profile_display_name": "a", "registration_redirect_uri": "javascript:alert(1)"],
            "registration_redirect_uri"
        ),
    ]

    @Test func whatATenantSendsIsNamedByItsField() async throws {
        try await withSignIn { rig in
            for (path, body, field) in Self.managed {
                let reply = try await rig.send(.post(path, body).bearer(rig.apiToken))
                expectSignInRefusal(
                    reply,
                    400,
                    .invalidRequest,
                    field: field,
                    at: "\(path) \(body.text): \(reply.text)"
                )
                // Who may not call learns nothing of what the call should have been.
                expectSignInRefusal(try await rig.send(.post(path, body)), 401, .invalidToken)
            }
        }
    }

    /// Members that nobody knows are left alone, as on the Payments API.
    @Test func unknownMembersAreIgnored() async throws {
        try await withSignIn { rig in
            var person = try #require(SignInRig.person.object)
            person["enable_roaming_authentication"] = true
            #expect(try await rig.manage(.post("/v1/manage/users", .object(person))).status == 201)
        }
    }
}
