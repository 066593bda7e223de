import ChaveBase
import ChaveJOSE
import ChaveWire
import Hashing
import ServerTestSupport
import SignInModel
import StoreTestSupport
import Testing

@testable import SignInCore

@Suite struct DPoPTests {
    private static let address = OAuthRig.tokenAddress
    private static let key = Result { try SigningKey.generate(.es256) }

    private func proof(
        _ rig: OAuthRig,
        by key: SigningKey,
        _ changes: [String: JSONValue?] = [:],
        header extra: [String: JSONValue?] = [:]
    ) throws -> String {
        try rig.possession(by: key, changes, header: extra)
    }

    /// RFC 9449, section 4.2, and the thumbprint that section 6.1 prints for its key.
    @Test func theStandardsProofVerifiesAndNamesItsKey() throws {
        let text = """
            eyJ0eXAiOiJkcG9wK2p3dCIsImFsZyI6IkVTMjU2IiwiandrIjp7Imt0eSI6IkVDIiwieCI6Imw4dEZyaHgtMzR0VjNoUklDUkRZOXpDa0RscEJoRj\
            QyVVFVZldWQVdCRnMiLCJ5IjoiOVZFNGpmX09rX282NHpiVFRsY3VOSmFqSG10NnY5VERWclUwQ2R2R1JEQSIsImNydiI6IlAtMjU2In19.eyJqdGkiOi\
            ItQndDM0VTYzZhY2MybFRjIiwiaHRtIjoiUE9TVCIsImh0dSI6Imh0dHBzOi8vc2VydmVyLmV4YW1wbGUuY29tL3Rva2VuIiwiaWF0IjoxNTYyMjYyNjE\
            2fQ.2-GxA6T8lP4vfrg8v-FdWP0A0zdrj8igiMLvqRMUvwnQg4PtFLbdLXiOSsX0x7NVY-FNyJK70nfbV37xRZT3Lg
            """
        let use = DPoPProof.Use(method: "POST", address: "https://server.example.com/token", accessToken: nil)
        let proof = try DPoPProof(verifying: text, for: use, now: Timestamp(seconds: 1_562_262_616))
        #expect(proof.keyThumbprint == "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I")
        #expect(proof.tokenID == "-BwC3ESc6acc2lTc")
    }

    /// One fault at a time; a new refusal without a case here does not compile.
    @Test(arguments: DPoPRefusal.allCases)
    func eachFaultOfAProofOfPossessionIsNamed(_ expected: DPoPRefusal) async throws {
        let rig = try await OAuthRig()
        let key = try Self.key.get()
        let now = rig.world.now.seconds
        func changed(_ name: String, _ value: JSONValue?) throws -> [String] {
            [try proof(rig, by: key, [name: value])]
        }
        func headed(_ name: String, _ value: JSONValue?) throws -> [String] {
            [try proof(rig, by: key, header: [name: value])]
        }
        var secret = key.publicKey.jwk
        secret["d"] = "AA"
        let sent: [[String]] =
            switch expected {
            case .moreThanOne: [[try proof(rig, by: key), try proof(rig, by: key)]]
            case .malformed: [["a.b"], ["x"]]
            case .wrongType: try [headed("typ", "JWT"), headed("typ", nil)]
            case .wrongAlgorithm: try [headed("alg", "none"), headed("alg", "HS256"), headed("alg", "RS256")]
            case .badKey:
                try [
                    headed("jwk", nil), headed("jwk", .object(secret)), headed("jwk", ["kty": "oct", "k": "AA"]),
                    headed("jwk", .object(SigningKey.generate(.edDSA).publicKey.jwk)),
                ]
            case .criticalHeader: [try headed("crit", ["x"])]
            case .badSignature: try [headed("jwk", .object(SigningKey.generate(.es256).publicKey.jwk))]
            case .malformedClaims:
                try [
                    changed("jti", nil), changed("jti", ""),
                    changed("jti", .string(String(repeating: "a", count: 129))),
                    changed("iat", nil), changed("iat", "now"), changed("htm", nil), changed("htu", 1),
                ]
            case .wrongMethod: try [changed("htm", "GET"), changed("htm", "post")]
            case .wrongAddress:
                try [changed("htu", "https://chave.example/v2/token"), changed("htu", .string(Self.address + "/"))]
            case .tooOld: try [changed("iat", JSONValue(now - 60)), changed("iat", 0)]
            case .issuedInFuture: try [changed("iat", JSONValue(now + 11))]
            case .missing, .wrongAccessToken, .replayed: []
            }
        for proofs in sent {
            let form = try OAuthRig.form(["grant_type": "authorization_code", "code": "x", "client_id": "app"])
            let error = try await refusal {
                try await rig.signIn.token(form, headers: TokenRequestHeaders(proofs: proofs), tenant: rig.tenant)
            }
            #expect(error == expected.error)
        }
        if expected == .wrongAccessToken {
            let use = DPoPProof.Use(method: "POST", address: Self.address, accessToken: "token")
            for hash in [nil, "x", .string(Digest(ofText: "other").text)] as [JSONValue?] {
                let text = try proof(rig, by: key, ["ath": hash])
                #expect(throws: expected) { try DPoPProof(verifying: text, for: use, now: rig.world.now) }
            }
        }
        if expected == .replayed {
            let text = try proof(rig, by: key)
            _ = try await rig.exchange(try await rig.code(), proof: text)
            let code = try await rig.code()
            #expect(try await refusal { try await rig.exchange(code, proof: text) } == expected.error)
            rig.world.advance(seconds: 59)
            #expect(try await rig.world.store.removeExpired(at: rig.world.now, limit: 100) == 0)
            #expect(try await refusal { try await rig.exchange(code, proof: text) } == expected.error)
        }
    }

    @Test func anAddressMayHaveAQueryAndAProofMayBeABitAhead() async throws {
        let rig = try await OAuthRig()
        let changes: [String: JSONValue?] = [
            "htu": .string(Self.address + "?x=1#y"), "iat": JSONValue(rig.world.now.seconds + 10),
        ]
        let answer = try await rig.exchange(try await rig.code(), proof: proof(rig, by: Self.key.get(), changes))
        #expect(answer.tokenType == "DPoP")
    }

    @Test func aBoundTokenIsOfNoUseWithoutItsKey() async throws {
        let rig = try await OAuthRig()
        let (key, other) = (try Self.key.get(), try SigningKey.generate(.es256))
        let answer = try await rig.exchange(try await rig.code("shop"), "shop", proof: proof(rig, by: key))
        func use(_ token: String, by key: SigningKey) throws -> String {
            try proof(
                rig,
                by: key,
                [
                    "htm": "GET", "htu": "https://chave.example/t/sandbox/v2/userinfo",
                    "ath": .string(Digest(ofText: token).text),
                ]
            )
        }
        let token = answer.accessToken
        #expect(try await refusal { try await rig.information(token) }.code == .invalidToken)
        #expect(
            try await refusal { try await rig.information(token, proof: use(token, by: key)) }.code == .invalidToken
        )
        let stolen = try await refusal {
            try await rig.information(token, scheme: "DPoP", proof: use(token, by: other))
        }
        #expect(stolen.code == .invalidToken)
        #expect(stolen.status == 401)
        let missing = try await refusal { try await rig.information(token, scheme: "DPoP") }
        #expect(missing.code == .invalidDPoPProof)
        #expect(missing.status == 401)
        #expect(missing.description.contains("missing"), "not more_than_one, of which there is none")
        _ = try await rig.information(token, scheme: "DPoP", proof: use(token, by: key))
        let state = try await rig.introspect(token)
        #expect(state["cnf"]?["jkt"]?.string == key.publicKey.thumbprint)
        #expect(state["token_type"] == "DPoP")
        let bearer = try await rig.exchange(try await rig.code()).accessToken
        let asBound = try await refusal {
            try await rig.information(bearer, scheme: "DPoP", proof: use(bearer, by: key))
        }
        #expect(asBound.code == .invalidToken)
    }

    /// A thief without the key gets nothing and ends nothing.
    @Test func aPublicClientsRefreshTokenIsBoundToItsKey() async throws {
        let rig = try await OAuthRig()
        let (key, other) = (try Self.key.get(), try SigningKey.generate(.es256))
        let first = try await rig.exchange(try await rig.code(), proof: proof(rig, by: key))
        #expect(try await refusal { try await rig.refresh(first.refreshToken) }.code == .invalidGrant)
        let stolen = try await refusal { try await rig.refresh(first.refreshToken, proof: proof(rig, by: other)) }
        #expect(stolen.code == .invalidGrant)
        let second = try await rig.refresh(first.refreshToken, proof: proof(rig, by: key))
        #expect(second.tokenType == "DPoP")
        _ = try await refusal { try await rig.refresh(first.refreshToken, proof: proof(rig, by: other)) }
        #expect(try await rig.refresh(first.refreshToken, proof: proof(rig, by: key)) == second)
        rig.world.advance(seconds: 31)
        _ = try await refusal { try await rig.refresh(first.refreshToken) }
        _ = try await rig.refresh(second.refreshToken, proof: proof(rig, by: key))
    }

    @Test func aClientThatRegisteredForItMustBringAProof() async throws {
        let rig = try await OAuthRig()
        var client = rig.client("bound", .none)
        client.requiresDPoP = true
        var change = RecordChange()
        change.insert(client)
        try await rig.commit(change)
        let code = try await rig.code("bound")
        #expect(try await refusal { try await rig.exchange(code, "bound") }.code == .invalidDPoPProof)
        _ = try await rig.exchange(code, "bound", proof: proof(rig, by: Self.key.get()))
    }
}
