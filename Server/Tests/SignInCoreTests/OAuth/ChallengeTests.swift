import ChaveBase
import ChaveJOSE
import ChaveWire
import Hashing
import SignInModel
import Testing

import enum Crypto.P256

@testable import SignInCore

/// The proof of a key, and the session that it is for.
@Suite struct ChallengeTests {
    @Test func aDeviceSignsInWithoutABrowser() async throws {
        let rig = try await ChallengeRig()
        let session = try await rig.begin()
        let answer = try await rig.finish(session.id, rig.proof(rig.claims(session)))
        #expect(answer.issuer == "https://chave.example/t/sandbox")
        #expect(answer.state == "s")
        #expect(answer.json["authorization_code"]?.string == answer.authorizationCode)
        #expect(answer.json["chain"] == nil && answer.chain == nil, "the device has the one that counts")
        #expect(try await rig.tokens(answer.authorizationCode).refreshToken != nil)
    }

    @Test func withoutATenantInThePathTheAudienceHasNoneEither() async throws {
        let rig = try await ChallengeRig()
        let session = try await rig.begin()
        let audience: JSONValue = "https://chave.example/v2/authorize-challenge"
        let proof = try rig.proof(rig.claims(session, .signIn, ["aud": audience]))
        let form = try OAuthRig.form(["client_id": "app", "auth_session": session.id, "assertion": proof])
        _ = try await rig.signIn.authorizeChallenge(form, tenant: nil)
    }

    private let oddChains: [JSONValue?] = [
        nil, [], "x", ["AQID"], [1, 2], ["AQID", "*"], ["AQI", "CQ=="], ["AQID", ""], ["AQ-_", "CQ=="],
        .array(Array(repeating: "CQ==", count: 7)),
    ]

    /// One fault at a time; a new refusal without a case here does not compile.
    ///
    /// The person is suspended, which nobody learns by a proof that does not hold.
    @Test(arguments: ProofRefusal.allCases)
    func eachFaultOfAProofIsNamed(_ expected: ProofRefusal) async throws {
        let rig = try await ChallengeRig()
        let session = try await rig.begin()
        _ = try await rig.signIn.suspendUser(rig.user, of: TestSignIn.home)
        func changed(_ name: String, _ value: JSONValue?) throws -> String {
            try rig.proof(rig.claims(session, .signIn, [name: value]))
        }
        func headed(_ name: String, _ value: JSONValue?) throws -> String {
            try rig.proof(rig.claims(session), header: [name: value])
        }
        let now = rig.test.now.seconds
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
                try [headed("x5c", ["AQID", "CQk="]), rig.proof(rig.claims(session), by: stranger)]
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
            case .wrongProofKey: [try changed("dpop_jkt", .string(OAuthRig.challenge))]
            case .expired: try [changed("exp", JSONValue(now)), changed("exp", JSONValue(now + 121))]
            case .issuedInFuture:
                try [
                    rig.proof(rig.claims(session, .signIn, ["iat": JSONValue(now + 31), "exp": JSONValue(now + 60)]))
                ]
            }
        for text in faulty {
            let challenge = try await spent(rig, session)
            let error = try await refusal {
                try await rig.signIn.holder(
                    proving: text,
                    of: challenge,
                    session: session.id,
                    audience: ChallengeRig.address(.signIn)
                )
            }
            #expect(error == expected.error)
        }
    }

    /// The session as it was begun, without spending it.
    private func spent(_ rig: ChallengeRig, _ session: ChallengeRig.Session) async throws -> SignInChallenge {
        let id = Digest(ofText: session.id).text
        return try #require(try await rig.signIn.records.find(SignInChallenge.self, id, of: TestSignIn.home)).record
    }

    @Test func whatWasNotSentMustNotBeInTheProof() async throws {
        let rig = try await ChallengeRig()
        let session = try await rig.begin(.signIn, ["state": nil, "nonce": nil])
        let error = try await refusal {
            try await rig.finish(session.id, rig.proof(rig.claims(session)))
        }
        #expect(error == ProofRefusal.wrongState.error)
    }

    @Test func aProofIsNoneForAnotherSession() async throws {
        let rig = try await ChallengeRig()
        let (one, other) = (try await rig.begin(), try await rig.begin())
        let proof = try rig.proof(rig.claims(one))
        #expect(try await refusal { try await rig.finish(other.id, proof) } == ProofRefusal.wrongChallenge.error)
        _ = try await rig.finish(one.id, proof)
    }

    /// Spent by the first second call, whatever comes of it.
    @Test func aSessionIsSpentByAProofThatFails() async throws {
        let rig = try await ChallengeRig()
        for bad in ["x", nil] as [String?] {
            let session = try await rig.begin()
            _ = try await refusal { try await rig.finish(session.id, bad) }
            let good = try rig.proof(rig.claims(session))
            #expect(try await refusal { try await rig.finish(session.id, good) }.code == .invalidSession)
        }
    }

    @Test func ofAHundredParallelProofsOneCounts() async throws {
        let rig = try await ChallengeRig()
        let session = try await rig.begin()
        let proof = try rig.proof(rig.claims(session))
        let count = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<100 { group.addTask { (try? await rig.finish(session.id, proof)) == nil ? 0 : 1 } }
            return await group.reduce(0, +)
        }
        #expect(count == 1)
    }

    @Test func aSessionEndsAfterTwoMinutesAndUnknownOnesLookTheSame() async throws {
        let rig = try await ChallengeRig()
        let session = try await rig.begin()
        let unknown = try await refusal { try await rig.finish("x", "y") }
        rig.test.advance(seconds: 120)
        let expired = try await refusal {
            try await rig.finish(session.id, rig.proof(rig.claims(session)))
        }
        #expect(expired == unknown)
        #expect(expired.code == .invalidSession)
    }

    @Test(arguments: CredentialState.allCases)
    func whatBecameOfTheCredentialIsToldToItsKeyAlone(_ state: CredentialState) async throws {
        let rig = try await ChallengeRig()
        switch state {
        case .userSuspended: _ = try await rig.signIn.suspendUser(rig.user, of: TestSignIn.home)
        case .userDeleted: _ = try await rig.signIn.deleteUser(rig.user, of: TestSignIn.home)
        case .deviceDeleted:
            try await rig.signIn.revokeDevice(rig.credential.id, of: rig.user, TestSignIn.home)
        }
        let forged = try await rig.begin()
        let error = try await refusal {
            try await rig.finish(forged.id, rig.proof(rig.claims(forged), by: P256.Signing.PrivateKey()))
        }
        #expect(error == ProofRefusal.unknownCredential.error)
        let session = try await rig.begin()
        let told = try await refusal {
            try await rig.finish(session.id, rig.proof(rig.claims(session)))
        }
        #expect(told == state.refusal)
        #expect(told.members["credential_state"]?.string == state.rawValue)
    }
}
