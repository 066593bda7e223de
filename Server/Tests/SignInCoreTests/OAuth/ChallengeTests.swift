import ChaveJOSE
import ChavePixModel
import ChaveWire
import Crypto
import Testing

@testable import SignInCore

@Suite struct ChallengeTests {
    private struct Session {
        var id: String
        var challenge: String
    }

    private func begin(_ rig: OAuthRig, _ changes: [String: String?] = [:]) async throws -> Session {
        var values = OAuthRig.authorization()
        for (name, value) in changes { values[name] = value }
        let form = try OAuthRig.form(values)
        let error = try await refusal {
            try await rig.signIn.authorizeChallenge(form, tenant: rig.tenant, resolving: rig.devices)
        }
        #expect(error.code == .insufficientAuthorization)
        #expect(error.status == 403)
        #expect(error.members["expires_in"] == 120)
        return Session(
            id: try #require(error.members["auth_session"]?.string),
            challenge: try #require(error.members["challenge"]?.string)
        )
    }

    private func claims(_ rig: OAuthRig, _ session: Session, _ changes: [String: JSONValue?] = [:]) -> JSONObject {
        var claims = JSONObject()
        for (name, value) in OAuthRig.authorization() where !["response_type", "code_challenge_method"].contains(name) {
            claims[name] = .string(value)
        }
        claims["purpose"] = "sign-in"
        claims["challenge"] = .string(session.challenge)
        claims["auth_session"] = .string(session.id)
        claims["aud"] = "https://chave.example/t/sandbox/v2/authorize-challenge"
        claims["iat"] = JSONValue(rig.world.now.seconds)
        claims["exp"] = JSONValue(rig.world.now.seconds + 120)
        for (name, value) in changes { claims[name] = value }
        return claims
    }

    private static let certificates: JSONValue = .array(TestCredentials.chain.map { .string(Base64.encode($0)) })

    private func proof(
        _ claims: JSONObject,
        by key: P256.Signing.PrivateKey,
        header changes: [String: JSONValue?] = [:]
    ) throws -> String {
        var header: [String: JSONValue] = [
            "alg": "ES256", "typ": "chave-signin+jwt", "x5c": Self.certificates,
        ]
        for (name, value) in changes { header[name] = value }
        var object = JSONObject()
        for (name, value) in header { object[name] = value }
        let input = CompactJWS.signingInput(header: object, payload: JSONValue.object(claims).encoded())
        let signature = try SigningKey(p256: Array(key.rawRepresentation)).signature(over: input)
        return CompactJWS.assemble(signingInput: input, signature: signature)
    }

    private func finish(_ rig: OAuthRig, _ session: String, _ proof: String?) async throws -> ChallengeAnswer {
        var form = ["client_id": "app", "auth_session": session]
        form["assertion"] = proof
        return try await rig.signIn.authorizeChallenge(
            try OAuthRig.form(form),
            tenant: rig.tenant,
            resolving: rig.devices
        )
    }

    @Test func aDeviceSignsInWithoutABrowser() async throws {
        let rig = try await OAuthRig()
        let session = try await begin(rig)
        let answer = try await finish(rig, session.id, proof(claims(rig, session), by: rig.devices.key))
        #expect(answer.issuer == "https://chave.example/t/sandbox")
        #expect(answer.state == "s")
        #expect(answer.json()["authorization_code"]?.string == answer.authorizationCode)
        let tokens = try await rig.exchange(answer.authorizationCode)
        #expect(tokens.refreshToken != nil)
    }

    @Test func withoutATenantInThePathTheAudienceHasNoneEither() async throws {
        let rig = try await OAuthRig()
        let session = try await begin(rig)
        let audience: JSONValue = "https://chave.example/v2/authorize-challenge"
        let proof = try proof(claims(rig, session, ["aud": audience]), by: rig.devices.key)
        let form = try OAuthRig.form(["client_id": "app", "auth_session": session.id, "assertion": proof])
        _ = try await rig.signIn.authorizeChallenge(form, tenant: nil, resolving: rig.devices)
    }

    private let oddChains: [JSONValue?] = [
        nil, [], "x", ["AQID"], [1, 2], ["AQID", "*"], ["AQI", "CQ=="], ["AQID", ""], ["AQ-_", "CQ=="],
        .array(Array(repeating: "CQ==", count: 7)),
    ]

    /// One fault at a time, and none of them asks what is recorded; a new refusal without a case here does not compile.
    @Test(arguments: ProofRefusal.allCases)
    func eachFaultOfAProofIsNamed(_ expected: ProofRefusal) async throws {
        let rig = try await OAuthRig()
        let session = try await begin(rig)
        let key = rig.devices.key
        func changed(_ name: String, _ value: JSONValue?) throws -> String {
            try proof(claims(rig, session, [name: value]), by: key)
        }
        func headed(_ name: String, _ value: JSONValue?) throws -> String {
            try proof(claims(rig, session), by: key, header: [name: value])
        }
        let now = rig.world.now.seconds
        let stranger = P256.Signing.PrivateKey()
        let faulty: [String] =
            switch expected {
            case .malformed: ["a.b", "", "a.b.c.d"].filter { !$0.isEmpty }
            case .forbiddenHeader:
                try ["crit", "jku", "jwk", "x5u", "kid", "x5t", "x5t#S256"].map { try headed($0, "x") }
            case .wrongType: try [headed("typ", "JWT"), headed("typ", nil), headed("typ", "dpop+jwt")]
            case .wrongAlgorithm:
                try ["none", "HS256", "RS256", "ES384", "es256"].map { try headed("alg", .string($0)) }
            case .badChain:
                try oddChains.map { try headed("x5c", $0) }
            case .unknownCredential:
                try [headed("x5c", ["AQID", "CQk="]), proof(claims(rig, session), by: stranger)]
            case .malformedClaims: try [changed("exp", nil), changed("iat", "soon"), changed("exp", -1)]
            case .wrongPurpose: try [changed("purpose", "extension"), changed("purpose", nil)]
            case .wrongChallenge: try [changed("challenge", "x"), changed("challenge", nil)]
            case .wrongSession: try [changed("auth_session", "x"), changed("auth_session", nil)]
            case .wrongClient: try [changed("client_id", "shop"), changed("client_id", nil)]
            case .wrongAudience:
                try [
                    changed("aud", "https://chave.example/v2/token"), changed("aud", nil),
                    changed("aud", ["https://chave.example/t/sandbox/v2/authorize-challenge", "x"]),
                ]
            case .wrongRedirect: try [changed("redirect_uri", "https://evil.example"), changed("redirect_uri", nil)]
            case .wrongScope: try [changed("scope", "openid"), changed("scope", nil)]
            case .wrongState: try [changed("state", "x"), changed("state", nil)]
            case .wrongNonce: try [changed("nonce", "x"), changed("nonce", nil), changed("nonce", .null)]
            case .wrongCodeChallenge: try [changed("code_challenge", "x"), changed("code_challenge", nil)]
            case .expired: try [changed("exp", JSONValue(now)), changed("exp", JSONValue(now + 121))]
            case .issuedInFuture:
                try [proof(claims(rig, session, ["iat": JSONValue(now + 31), "exp": JSONValue(now + 60)]), by: key)]
            }
        for text in faulty {
            try #require(await rig.signIn.records.find(OIDCClient.self, "app", of: rig.tenant) != nil)
            let challenge = try await spent(rig, session)
            let error = try await refusal {
                try await rig.signIn.signer(
                    proving: text,
                    of: challenge,
                    session: session.id,
                    audience: "https://chave.example/t/sandbox/v2/authorize-challenge",
                    resolving: rig.devices
                )
            }
            #expect(error == expected.error)
        }
        #expect(rig.devices.timesAsked == 0)
    }

    /// The session as it was begun, without spending it.
    private func spent(_ rig: OAuthRig, _ session: Session) async throws -> SignInChallenge {
        let id = SignInDigest(ofText: session.id).text
        return try #require(try await rig.signIn.records.find(SignInChallenge.self, id, of: rig.tenant)).record
    }

    @Test func whatWasNotSentMustNotBeInTheProof() async throws {
        let rig = try await OAuthRig()
        let session = try await begin(rig, ["state": nil, "nonce": nil])
        let error = try await refusal {
            try await finish(rig, session.id, proof(claims(rig, session), by: rig.devices.key))
        }
        #expect(error == ProofRefusal.wrongState.error)
    }

    @Test func aProofIsNoneForAnotherSession() async throws {
        let rig = try await OAuthRig()
        let (one, other) = (try await begin(rig), try await begin(rig))
        let proof = try proof(claims(rig, one), by: rig.devices.key)
        #expect(try await refusal { try await finish(rig, other.id, proof) } == ProofRefusal.wrongChallenge.error)
        _ = try await finish(rig, one.id, proof)
    }

    /// Spent by the first second call, whatever comes of it.
    @Test func aSessionIsSpentByAProofThatFails() async throws {
        let rig = try await OAuthRig()
        for bad in ["x", nil] as [String?] {
            let session = try await begin(rig)
            _ = try await refusal { try await finish(rig, session.id, bad) }
            let good = try proof(claims(rig, session), by: rig.devices.key)
            #expect(try await refusal { try await finish(rig, session.id, good) }.code == .invalidSession)
        }
    }

    @Test func ofAHundredParallelProofsOneCounts() async throws {
        let rig = try await OAuthRig()
        let session = try await begin(rig)
        let proof = try proof(claims(rig, session), by: rig.devices.key)
        let count = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<100 { group.addTask { (try? await finish(rig, session.id, proof)) == nil ? 0 : 1 } }
            return await group.reduce(0, +)
        }
        #expect(count == 1)
    }

    @Test func aSessionEndsAfterTwoMinutesAndUnknownOnesLookTheSame() async throws {
        let rig = try await OAuthRig()
        let session = try await begin(rig)
        let unknown = try await refusal { try await finish(rig, "x", "y") }
        rig.world.advance(seconds: 120)
        let expired = try await refusal {
            try await finish(rig, session.id, proof(claims(rig, session), by: rig.devices.key))
        }
        #expect(expired == unknown)
        #expect(expired.code == .invalidSession)
    }

    @Test(arguments: [(User.Status.suspended, "user_suspended"), (.deleted, "user_deleted"), (nil, "device_deleted")])
    func whatBecameOfTheCredentialIsToldToItsKeyAlone(_ status: User.Status?, _ state: String) async throws {
        let rig = try await OAuthRig()
        if let status { try await rig.setUser(status) } else { try await rig.revokeDevice() }
        let forged = try await begin(rig)
        let error = try await refusal {
            try await finish(rig, forged.id, proof(claims(rig, forged), by: P256.Signing.PrivateKey()))
        }
        #expect(error == ProofRefusal.unknownCredential.error)
        let session = try await begin(rig)
        let told = try await refusal {
            try await finish(rig, session.id, proof(claims(rig, session), by: rig.devices.key))
        }
        #expect(told.code == .accessDenied)
        #expect(told.status == 403)
        #expect(told.members["credential_state"]?.string == state)
    }
}
