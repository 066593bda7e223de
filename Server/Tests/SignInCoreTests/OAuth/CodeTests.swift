import ChaveBase
import ChaveJOSE
import ChaveWire
import Hashing
import ServerTestSupport
import SignInModel
import StoreTestSupport
import Testing

@testable import SignInCore

@Suite struct CodeTests {
    @Test(arguments: ["app", "shop", "till"])
    func aCodeGivesTokensWithAnIDTokenThatHolds(_ client: String) async throws {
        let rig = try await OAuthRig()
        let answer = try await rig.exchange(try await rig.code(client), client)
        #expect(answer.tokenType == "Bearer")
        #expect(answer.scope == "openid profile")
        #expect(answer.expiresIn == 600)
        let keys = try await rig.signIn.publicKeys(of: rig.tenant)
        let issuer = "https://chave.example/t/sandbox"
        let expectation = JWTExpectation(type: "JWT", issuer: issuer, audience: client, leewaySeconds: 0)
        let token = try #require(answer.idToken)
        let claims = try keys.verify(token, expecting: expectation, now: rig.world.now.seconds).claims
        #expect(claims.subject == OAuthRig.user)
        #expect(claims["nonce"] == "n")
        #expect(claims["amr"] == ["pop", "user"])
        #expect(claims["at_hash"]?.string == LeftHalfHash.sha256(answer.accessToken))
        #expect(claims["auth_time"]?.number?.int64 == rig.world.now.seconds)
        #expect(try await rig.information(answer.accessToken)["name"] == "Ana")
    }

    @Test func aClientMayHaveItsIDTokensSignedByRS256() async throws {
        let rig = try await OAuthRig()
        var client = rig.client("old", .none)
        client.idTokenAlgorithm = .rs256
        var change = RecordChange()
        change.insert(client)
        try await rig.commit(change)
        let answer = try await rig.exchange(try await rig.code("old"), "old")
        let keys = try await rig.signIn.publicKeys(of: rig.tenant)
        let verified = try keys.verify(try #require(answer.idToken))
        #expect(verified.key.algorithm == .rs256)
        #expect(keys.keys.count == 2)
    }

    @Test func theSecondUseOfACodeTakesBackWhatTheFirstGave() async throws {
        let rig = try await OAuthRig()
        let code = try await rig.code()
        let first = try await rig.exchange(code)
        #expect(try await refusal { try await rig.exchange(code) }.code == .invalidGrant)
        #expect(try await refusal { try await rig.information(first.accessToken) }.code == .invalidToken)
        #expect(try await refusal { try await rig.refresh(first.refreshToken) }.code == .invalidGrant)
        #expect(try await rig.introspect(first.accessToken) == ["active": false])
    }

    @Test func aThiefsReplayWithoutTheVerifierEndsTheTokensToo() async throws {
        let rig = try await OAuthRig()
        let code = try await rig.code()
        let first = try await rig.exchange(code)
        rig.world.advance(seconds: 61)
        _ = try await refusal { try await rig.exchange(code, "app", ["code_verifier": nil]) }
        #expect(try await refusal { try await rig.information(first.accessToken) }.code == .invalidToken)
    }

    /// At most one of them gets tokens, and the others' replays end those.
    @Test func ofAHundredParallelUsesNoTokensAreLeft() async throws {
        let rig = try await OAuthRig()
        let code = try await rig.code()
        _ = try await rig.signIn.publicKeys(of: rig.tenant)
        let answers = await withTaskGroup(of: TokenAnswer?.self) { group in
            for _ in 0..<100 { group.addTask { try? await rig.exchange(code) } }
            var answers: [TokenAnswer] = []
            for await answer in group { if let answer { answers.append(answer) } }
            return answers
        }
        #expect(answers.count == 1)
        for answer in answers {
            #expect(try await refusal { try await rig.information(answer.accessToken) }.code == .invalidToken)
        }
    }

    /// One fault at a time; none of them spends the code.
    @Test func aCodeIsBoundToAllThatItWasGivenFor() async throws {
        let rig = try await OAuthRig()
        let code = try await rig.code()
        let faults: [(String, [String: String?])] = [
            ("shop", ["client_id": nil]), ("app", ["redirect_uri": "com.example.app:/callback"]),
            ("app", ["redirect_uri": OAuthRig.redirectURI + "/"]),
            ("app", ["code_verifier": String(OAuthRig.verifier.reversed())]), ("app", ["code": code + "A"]),
            ("app", ["code": String(code.dropLast())]),
        ]
        for (client, changes) in faults {
            #expect(try await refusal { try await rig.exchange(code, client, changes) }.code == .invalidGrant)
        }
        let missing = try await refusal { try await rig.exchange(code, "app", ["redirect_uri": nil]) }
        #expect(missing.code == .invalidRequest)
        _ = try await rig.exchange(code)
    }

    @Test func aCodeIsGoodForAMinuteAndNoLonger() async throws {
        let rig = try await OAuthRig()
        let (early, late) = (try await rig.code(), try await rig.code())
        rig.world.advance(milliseconds: 59_999)
        _ = try await rig.exchange(early)
        rig.world.advance(milliseconds: 1)
        #expect(try await refusal { try await rig.exchange(late) }.code == .invalidGrant)
    }

    /// RFC 7636, appendix B, is the good pair; the six ways in which challenge and verifier may meet.
    @Test(
        arguments: [
            ("shop", true, OAuthRig.verifier, true), ("shop", true, nil, false),
            ("shop", true, "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXK", false), ("shop", false, nil, true),
            ("shop", false, OAuthRig.verifier, false), ("app", true, nil, false),
        ] as [(String, Bool, String?, Bool)]
    )
    func aVerifierIsAskedForWheneverThereWasAChallenge(
        _ client: String,
        _ hasChallenge: Bool,
        _ verifier: String?,
        _ isGood: Bool
    ) async throws {
        let rig = try await OAuthRig()
        let without: [String: String?] = ["code_challenge": nil, "code_challenge_method": nil]
        let code = try await rig.code(client, hasChallenge ? [:] : without)
        let changes: [String: String?] = ["code_verifier": verifier]
        if isGood {
            _ = try await rig.exchange(code, client, changes)
        } else {
            #expect(try await refusal { try await rig.exchange(code, client, changes) }.code == .invalidGrant)
        }
    }

    @Test(arguments: ["", "a", String(repeating: "a", count: 42), String(repeating: "a", count: 129), "é"])
    func aVerifierOfAnotherShapeNeverMeetsAChallenge(_ verifier: String) {
        #expect(CodeChallenge(Digest(ofText: verifier).text)?.isMet(by: verifier) == false)
    }

    @Test func nothingStoredHoldsACodeOrATokenInClear() async throws {
        let rig = try await OAuthRig()
        let code = try await rig.code()
        let answer = try await rig.exchange(code)
        for secret in [code, answer.accessToken, try #require(answer.refreshToken)] {
            for kind in [AuthorizationCode.kind, AccessToken.kind, RefreshToken.kind] {
                let stored = try await rig.world.store.records(of: "sandbox", kind: kind, after: nil, limit: 10)
                #expect(!stored.isEmpty)
                #expect(stored.allSatisfy { $0.key.id != secret })
                for one in stored {
                    let content = JSONValue.object(try rig.signIn.records.vault.open(one)).text
                    #expect(!content.contains(secret))
                }
            }
        }
    }
}
