import ChaveBase
import ChaveWire
import Hashing
import SignInModel
import Testing

@testable import SignInCore

@Suite struct RefreshTests {
    @Test func eachRefreshGivesANewTokenAndTheOldOneEndsTheFamily() async throws {
        let rig = try await OAuthRig()
        let first = try await rig.exchange(try await rig.code())
        let second = try await rig.refresh(first.refreshToken)
        #expect(second.refreshToken != first.refreshToken)
        #expect(second.idToken != nil)
        rig.world.advance(seconds: 31)
        #expect(try await refusal { try await rig.refresh(first.refreshToken) }.code == .invalidGrant)
        #expect(try await refusal { try await rig.refresh(second.refreshToken) }.code == .invalidGrant)
        #expect(try await refusal { try await rig.information(second.accessToken) }.code == .invalidToken)
    }

    /// By its secret a client shows that it is the one who asks.
    @Test func aRepetitionWithinHalfAMinuteHasTheSameAnswer() async throws {
        let rig = try await OAuthRig()
        let first = try await confidential(rig)
        let second = try await rig.refresh(first.refreshToken, "shop")
        rig.world.advance(milliseconds: 29_999)
        #expect(try await rig.refresh(first.refreshToken, "shop") == second)
        rig.world.advance(milliseconds: 1)
        #expect(try await refusal { try await rig.refresh(first.refreshToken, "shop") }.code == .invalidGrant)
        #expect(try await refusal { try await rig.refresh(second.refreshToken, "shop") }.code == .invalidGrant)
    }

    /// Nothing shows who asks: a thief would be given what its owner was given.
    @Test func aPublicClientWithoutAKeyIsGivenNoAnswerTwice() async throws {
        let rig = try await OAuthRig()
        let first = try await rig.exchange(try await rig.code())
        let second = try await rig.refresh(first.refreshToken)
        #expect(try await refusal { try await rig.refresh(first.refreshToken) }.code == .invalidGrant)
        #expect(try await refusal { try await rig.refresh(second.refreshToken) }.code == .invalidGrant)
        #expect(try await refusal { try await rig.information(second.accessToken) }.code == .invalidToken)
    }

    /// Whoever used the successor has the answer, so the old token comes from somebody else.
    @Test(arguments: ["app", "shop"])
    func aRepetitionAfterTheSuccessorWasUsedEndsTheFamily(_ client: String) async throws {
        let rig = try await OAuthRig()
        let first = try await confidential(rig, client)
        let second = try await rig.refresh(first.refreshToken, client)
        let third = try await rig.refresh(second.refreshToken, client)
        #expect(try await refusal { try await rig.refresh(first.refreshToken, client) }.code == .invalidGrant)
        #expect(try await refusal { try await rig.refresh(third.refreshToken, client) }.code == .invalidGrant)
    }

    @Test func aHundredParallelRefreshesHaveOneAnswer() async throws {
        let rig = try await OAuthRig()
        let first = try await confidential(rig)
        let answers = await withTaskGroup(of: TokenAnswer?.self) { group in
            for _ in 0..<100 { group.addTask { try? await rig.refresh(first.refreshToken, "shop") } }
            var answers: [TokenAnswer?] = []
            for await answer in group { answers.append(answer) }
            return answers
        }
        #expect(answers.compactMap { $0 }.count == 100)
        #expect(Set(answers).count == 1)
    }

    /// Of a hundred that nobody can tell apart at most one is answered, and its tokens have ended.
    @Test func ofAHundredParallelRefreshesWithoutAKeyNoTokensAreLeft() async throws {
        let rig = try await OAuthRig()
        let first = try await rig.exchange(try await rig.code())
        let answers = await withTaskGroup(of: TokenAnswer?.self) { group in
            for _ in 0..<100 { group.addTask { try? await rig.refresh(first.refreshToken) } }
            return await group.reduce(into: [TokenAnswer]()) { all, answer in if let answer { all.append(answer) } }
        }
        #expect(answers.count == 1)
        for answer in answers {
            #expect(try await refusal { try await rig.information(answer.accessToken) }.code == .invalidToken)
        }
    }

    private func confidential(_ rig: OAuthRig, _ client: String = "shop") async throws -> TokenAnswer {
        try await rig.exchange(try await rig.code(client, ["scope": "openid offline_access"]), client)
    }

    /// Whoever reads the records, with the vault's secret too, finds no token in the answer that is kept.
    @Test func theKeptAnswerOpensWithTheOldTokenAlone() async throws {
        let rig = try await OAuthRig()
        let first = try await confidential(rig)
        let second = try await rig.refresh(first.refreshToken, "shop")
        let old = try #require(first.refreshToken)
        let id = Digest(ofText: old).text
        let kept = try #require(try await rig.signIn.records.find(RefreshAnswer.self, id, of: rig.tenant)).record
        let content = JSONValue.object(kept.content).text
        for secret in [old, second.accessToken, try #require(second.refreshToken), try #require(second.idToken)] {
            #expect(!content.contains(secret))
        }
        #expect(try kept.answer(toToken: old) == second)
        for other in [try #require(second.refreshToken), kept.digest.text, ""] {
            #expect(throws: SignInFault.self) { try kept.answer(toToken: other) }
        }
        var cut = kept
        for length in [0, 12, 27, kept.sealed.count - 1] {
            cut.sealed = Array(kept.sealed.prefix(length))
            #expect(throws: SignInFault.self) { try cut.answer(toToken: old) }
        }
    }

    @Test func aRefreshTokenOfAnotherClientIsRefusedAndLeftAsItIs() async throws {
        let rig = try await OAuthRig()
        let first = try await rig.exchange(try await rig.code())
        #expect(try await refusal { try await rig.refresh(first.refreshToken, "shop") }.code == .invalidGrant)
        _ = try await rig.refresh(first.refreshToken)
    }

    @Test func aRefreshMayNarrowTheScopeAndNeverWiden() async throws {
        let rig = try await OAuthRig()
        let first = try await rig.exchange(try await rig.code())
        for scope in ["openid email", "email", "x"] {
            let error = try await refusal { try await rig.refresh(first.refreshToken, "app", ["scope": scope]) }
            #expect(error.code == .invalidScope)
        }
        let second = try await rig.refresh(first.refreshToken, "app", ["scope": "openid"])
        #expect(second.scope == "openid")
        #expect(try await rig.information(second.accessToken)["name"] == nil)
    }

    /// Known names and unknown ones: nothing of it was granted.
    @Test(arguments: ["admin", "openid admin", "openid  calendar", "openid email"])
    func aScopeThatWasNeverGrantedIsRefusedAtARefresh(_ scope: String) async throws {
        let rig = try await OAuthRig()
        let first = try await rig.exchange(try await rig.code())
        let error = try await refusal { try await rig.refresh(first.refreshToken, "app", ["scope": scope]) }
        #expect(error.code == .invalidScope && error.field == "scope")
        _ = try await rig.refresh(first.refreshToken)
    }

    /// Nor a narrower answer for a broader question; the family goes on.
    @Test(arguments: [("openid", nil), (nil, "openid"), ("openid", "openid offline_access")] as [(String?, String?)])
    func aRepetitionThatAsksForAnotherScopeDoesNotGetTheFirstAnswer(_ first: String?, _ then: String?) async throws {
        let rig = try await OAuthRig()
        let token = try await confidential(rig).refreshToken
        let second = try await rig.refresh(token, "shop", ["scope": first])
        let error = try await refusal { try await rig.refresh(token, "shop", ["scope": then]) }
        #expect(error.code == .invalidGrant)
        #expect(try await rig.refresh(token, "shop", ["scope": first]) == second)
        _ = try await rig.refresh(second.refreshToken, "shop")
    }

    @Test(arguments: ["admin", "openid email"])
    func aThiefsSecondUseEndsTheFamilyWhateverItAsksFor(_ scope: String) async throws {
        let rig = try await OAuthRig()
        let first = try await rig.exchange(try await rig.code())
        let second = try await rig.refresh(first.refreshToken)
        let error = try await refusal { try await rig.refresh(first.refreshToken, "app", ["scope": scope]) }
        #expect(error.code == .invalidGrant)
        #expect(try await refusal { try await rig.information(second.accessToken) }.code == .invalidToken)
    }

    /// To whoever asks for `offline_access`, and to a public client whose user signed by a device.
    @Test(
        arguments: [
            ("app", true, "openid", true), ("app", false, "openid", false),
            ("app", false, "openid offline_access", true),
            ("shop", true, "openid", false), ("shop", true, "openid offline_access", true),
        ]
    )
    func aRefreshTokenIsGivenToWhoMayHaveIt(
        _ client: String,
        _ onDevice: Bool,
        _ scope: String,
        _ isGiven: Bool
    ) async throws {
        let rig = try await OAuthRig()
        let code = try await rig.code(client, ["scope": scope], onDevice: onDevice)
        #expect(try await (rig.exchange(code, client).refreshToken != nil) == isGiven)
    }

    @Test(arguments: [User.Status.suspended, .deleted, nil])
    func tokensStopAtOnceWithTheirPersonOrDevice(_ status: User.Status?) async throws {
        let rig = try await OAuthRig()
        let code = try await rig.code()
        let answer = try await rig.exchange(try await rig.code("shop", ["scope": "openid offline_access"]), "shop")
        #expect(try await rig.introspect(answer.accessToken)["active"] == true)
        #expect(try await rig.introspect(answer.accessToken)["sub"]?.string == OAuthRig.user)
        if let status { try await rig.setUser(status) } else { try await rig.revokeDevice() }
        #expect(try await refusal { try await rig.information(answer.accessToken) }.code == .invalidToken)
        #expect(try await rig.introspect(answer.accessToken) == ["active": false])
        #expect(try await refusal { try await rig.refresh(answer.refreshToken, "shop") }.code == .invalidGrant)
        #expect(try await refusal { try await rig.exchange(code) }.code == .invalidGrant)
    }

    /// A refresh token, an ID token and a code open nothing where another sort is asked for.
    @Test func aTokenOfOneSortIsNoneOfAnother() async throws {
        let rig = try await OAuthRig()
        let code = try await rig.code()
        let answer = try await rig.exchange(try await rig.code())
        let (refresh, idToken) = (try #require(answer.refreshToken), try #require(answer.idToken))
        for text in [refresh, idToken, code, ""] {
            #expect(try await refusal { try await rig.information(text) }.code == .invalidToken)
        }
        for text in [answer.accessToken, idToken, code] {
            #expect(try await refusal { try await rig.refresh(text) }.code == .invalidGrant)
        }
        for text in [answer.accessToken, refresh] {
            #expect(try await refusal { try await rig.exchange(text) }.code == .invalidGrant)
        }
        #expect(try await rig.introspect(idToken) == ["active": false])
        #expect(try await rig.introspect(code) == ["active": false])
    }

    @Test func tokensOfAClientThatWasRemovedEndAtOnce() async throws {
        let rig = try await OAuthRig()
        let code = try await rig.code()
        let answer = try await rig.exchange(try await rig.code())
        try await rig.signIn.removeClient("app", of: rig.tenant)
        #expect(try await refusal { try await rig.information(answer.accessToken) }.code == .invalidToken)
        #expect(try await rig.introspect(answer.accessToken) == ["active": false])
        #expect(try await refusal { try await rig.refresh(answer.refreshToken) }.code == .invalidClient)
        #expect(try await refusal { try await rig.exchange(code) }.code == .invalidClient)
    }

    @Test func anAccessTokenEndsWhenItSaysAndTheFamilyAfterThirtyDays() async throws {
        let rig = try await OAuthRig()
        let first = try await rig.exchange(try await rig.code())
        rig.world.advance(seconds: 600)
        #expect(try await refusal { try await rig.information(first.accessToken) }.code == .invalidToken)
        let second = try await rig.refresh(first.refreshToken)
        rig.world.advance(seconds: 30 * 86_400 - 600)
        #expect(try await refusal { try await rig.refresh(second.refreshToken) }.code == .invalidGrant)
    }

    @Test func revokingARefreshTokenTakesBackTheFamilyAndUnknownTokensAreNoError() async throws {
        let rig = try await OAuthRig()
        let first = try await rig.exchange(try await rig.code())
        func revoke(_ token: String, _ client: String = "app") async throws {
            try await rig.signIn.revoke(
                try OAuthRig.form(["token": token, "client_id": client]),
                authorization: rig.headers(client, nil).authorization,
                tenant: rig.tenant
            )
        }
        for token in ["x", "chave_at_x", first.accessToken, try #require(first.refreshToken)] {
            try await revoke(token, "shop")
        }
        _ = try await rig.information(first.accessToken)
        let second = try await rig.refresh(first.refreshToken)
        try await revoke(second.accessToken)
        #expect(try await refusal { try await rig.information(second.accessToken) }.code == .invalidToken)
        _ = try await rig.information(first.accessToken)
        try await revoke(try #require(second.refreshToken))
        #expect(try await refusal { try await rig.information(first.accessToken) }.code == .invalidToken)
        #expect(try await refusal { try await rig.refresh(second.refreshToken) }.code == .invalidGrant)
    }
}
