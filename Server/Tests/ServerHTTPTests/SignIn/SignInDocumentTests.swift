import ChaveBase
import ChaveWire
import SignInCore
import Testing

@testable import ServerHost
@testable import SignInHTTP

/// The OpenAPI document of sign-in; that answers agree with it is looked at wherever a test sends anything.
struct SignInDocumentTests {
    @Test func itNamesEachAddressOnceWithAllThatItTakes() async throws {
        try await withSignIn { rig in
            let reply = try await rig.done(.get("/openapi-sign-in.json"))
            #expect(reply["openapi"]?.string == "3.1.0")
            let paths = try #require(reply["paths"]?.object)
            for (path, methods) in SignInAddressTests.addresses + Self.belowTenant {
                let template = try #require(
                    paths.names.first { SignInAddressTests.fits(path, $0) },
                    "\(path) is not in the document"
                )
                let described = (paths[template]?.object?.names ?? []).map { $0.uppercased() }
                #expect(Set(described).subtracting(["SERVERS"]) == Set(methods), "\(path)")
            }
            let operations = paths.members.flatMap { $0.value.object?.members ?? [] }.map(\.value)
            let names = operations.compactMap { $0["operationId"]?.string }
            #expect(Set(names).count == names.count && names.count > 25)
        }
    }

    /// Addresses of the document that are answered in one form alone, as they stand there.
    private static let belowTenant: [(path: String, methods: [String])] = [
        ("/.well-known/openid-configuration", ["GET"]), ("/.well-known/jwks.json", ["GET"]),
        ("/.well-known/oauth-authorization-server/t/x", ["GET"]), ("/v2/browser-approvals/x", ["POST"]),
        ("/v2/browser-approvals/x/decision", ["POST"]),
    ]

    /// What a request may be long is what the document says of it, and a byte more is refused.
    @Test(arguments: [("state", 1_024), ("nonce", 512), ("scope", 512)])
    func aTextIsAsLongAsTheDocumentSays(_ name: String, _ longest: Int) async throws {
        try await withSignIn { rig in
            let form = rig.face.openAPI["components"]?["schemas"]?["AuthorizeChallengeForm"]
            #expect(form?["properties"]?[name]?["maxLength"]?.number?.int64 == Int64(longest))
            let client = try await rig.clientID()
            for (length, isTaken) in [(longest, true), (longest + 1, false)] {
                var text = String(repeating: "x", count: length)
                if name == "scope" { text = "openid " + text.dropFirst(7) }
                let reply = try await rig.send(
                    .form(
                        "/v2/authorize-challenge",
                        [
                            "client_id": client, "redirect_uri": SignInRig.redirectURI, "response_type": "code",
                            "code_challenge": String(repeating: "A", count: 43), "code_challenge_method": "S256",
                            "state": name == "state" ? text : nil, "nonce": name == "nonce" ? text : nil,
                            "scope": name == "scope" ? text : nil,
                        ]
                    )
                )
                #expect(reply["error"]?.string == (isTaken ? "insufficient_authorization" : "invalid_request"))
                #expect(reply["field"]?.string == (isTaken ? nil : name))
            }
        }
    }

    @Test func eachReferenceLeadsSomewhereAndEachTableHasOneName() async throws {
        try await withSignIn { rig in
            let document = rig.face.openAPI
            let schemas = try #require(document["components"]?["schemas"]?.object)
            for reference in Self.references(document) {
                let name = String(reference.split(separator: "/").last ?? "")
                let isThere = schemas[name] != nil || document["components"]?["responses"]?[name] != nil
                #expect(isThere, "\(reference)")
            }
            #expect(schemas.names.contains("BoundCredential") && schemas.names.contains("TokenForm"))
        }
    }

    @Test func whoHasItIsToldSo() async throws {
        try await withSignIn { rig in
            let tag = try #require(try await rig.done(.get("/openapi-sign-in.json")).header("ETag"))
            #expect(try await rig.send(.get("/openapi-sign-in.json").knowing(tag)).status == 304)
        }
    }

    private static func references(_ json: JSONValue) -> [String] {
        if let array = json.array { return array.flatMap(references) }
        let members = json.object?.members ?? []
        return members.flatMap { name, value in
            name == "$ref" ? [value.string ?? ""] : references(value)
        }
    }
}

extension SignInAddressTests {
    /// Whether a path is one that a template of the document takes.
    static func fits(_ path: String, _ template: String) -> Bool {
        let (parts, pattern) = (path.split(separator: "/"), template.split(separator: "/"))
        return parts.count == pattern.count && zip(parts, pattern).allSatisfy { $1.first == "{" || $0 == $1 }
    }
}
