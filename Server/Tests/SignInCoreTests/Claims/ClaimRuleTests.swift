import ChaveWire
import SignInModel
import Testing

@testable import SignInCore

/// What a tenant may say of a person, and by which scopes it may go out.
struct ClaimRuleTests {
    private static func object(_ text: String) throws -> JSONObject {
        try #require(try JSONValue(parsing: Array(text.utf8)).object)
    }

    @Test(arguments: [
        #"{}"#, #"{"level":"gold","points":12,"rate":-0.25,"is_staff":true,"groups":["a","b"],"none":[]}"#,
        #"{"https://padaria.example/roles":["admin"],"a-b.c:d_e":"","Name":"x"}"#,
        #"{"most":9007199254740991,"least":-9007199254740991}"#,
    ])
    func whatClaimsMayBe(_ text: String) throws {
        try CustomClaims.check(try Self.object(text))
    }

    @Test(arguments: [
        #"{"a":null}"#, #"{"a":{"b":1}}"#, #"{"a":[1]}"#, #"{"a":[["b"]]}"#, #"{"a":"x\u0000"}"#, #"{"a":["x\n"]}"#,
        #"{"a":9007199254740992}"#, #"{"a":1e400}"#, #"{"a":0.12345678901234567}"#, #"{"":1}"#, #"{"1a":1}"#,
        #"{"_a":1}"#,
        #"{"a b":1}"#, #"{"\u00e1":1}"#, #"{"a\"":1}"#,
    ])
    func whatClaimsMayNotBe(_ text: String) async throws {
        let refused = try await refusal { try CustomClaims.check(try Self.object(text)) }
        #expect(refused.code == .invalidRequest && refused.field == "claims")
    }

    /// Nobody who reads a token may take a tenant's word for the server's.
    @Test(arguments: [
        "iss", "sub", "aud", "exp", "nbf", "iat", "jti", "nonce", "auth_time", "acr", "amr", "azp", "at_hash", "c_hash",
        "sid",
        "name", "preferred_username", "updated_at", "email", "email_verified", "phone_number", "phone_number_verified",
        "cnf", "act", "scope", "client_id", "active", "events", "_claim_names",
    ])
    func aRegisteredNameIsNobodysToTake(_ name: String) async throws {
        var claims = JSONObject()
        claims[name] = "x"
        #expect(try await refusal { try CustomClaims.check(claims) }.field == "claims")
        let scope = ClaimScope(name: "own", claims: [name])
        #expect(try await refusal { try ClaimScope.check([scope]) }.field == "scopes")
    }

    /// Whatever discovery says of a token must not be a tenant's to say.
    @Test func everyClaimOfTheServersOwnIsRegistered() async throws {
        let rig = try await OAuthRig()
        let document = try await rig.signIn.discoveryDocument(of: rig.tenant)
        for claim in try #require(document["claims_supported"]?.array).compactMap(\.string) {
            #expect(try await refusal { try ClaimName.check(claim, "claims") }.code == .invalidRequest, "\(claim)")
        }
    }

    @Test func thereAreTwentyClaimsOfFourKibibytesAtMost() async throws {
        func claims(_ count: Int, _ length: Int) -> JSONObject {
            var claims = JSONObject()
            for number in 0..<count { claims["c\(number)"] = .string(String(repeating: "x", count: length)) }
            return claims
        }
        try CustomClaims.check(claims(20, 10))
        #expect(try await refusal { try CustomClaims.check(claims(21, 1)) }.field == "claims")
        // {"c0":"…"} has nine bytes beside the text.
        try CustomClaims.check(claims(1, 4_096 - 9))
        #expect(try await refusal { try CustomClaims.check(claims(1, 4_096 - 8)) }.field == "claims")
    }

    @Test func scopesAreBoundedAndTheirNamesFree() async throws {
        let good = ClaimScope(name: "padaria:level", claims: ["level"], sentence: "see your level")
        try ClaimScope.check([good])
        let most = (0..<20).map { ClaimScope(name: "s\($0)", claims: ["c\($0)"]) }
        try ClaimScope.check(most)
        var faults = [[good, good], most + [good]]
        faults.append(
            (0..<3).map { scope in
                ClaimScope(name: "s\(scope)", claims: (0..<17).map { "c\(scope)_\($0)" })
            }
        )
        for name in [
            "", "openid", "profile", "email", "offline_access", "address", "phone", "Own", "1", "a b", "a\"", "á",
        ] {
            faults.append([ClaimScope(name: name, claims: ["level"])])
        }
        faults.append([ClaimScope(name: String(repeating: "a", count: 65), claims: ["level"])])
        for claims in [[], ["a", "a"], ["a b"], (0..<21).map { "c\($0)" }] {
            faults.append([ClaimScope(name: "own", claims: claims)])
        }
        faults.append([ClaimScope(name: "own", claims: ["level"], sentence: "a\u{202E}b")])
        for fault in faults {
            #expect(try await refusal { try ClaimScope.check(fault) }.field == "scopes", "\(fault)")
        }
    }
}
