import ChaveBase
import SignInModel
import Testing

@testable import SignInCore

/// What a recovery ends besides the devices: sign-ins in browsers.
@Suite struct RecoveryTests {
    private let home = TestSignIn.home

    private func browser(_ rig: ChallengeRig) -> SignedInUser {
        SignedInUser(id: rig.user, credential: nil, authenticatedAt: rig.test.now, methods: ["hwk", "user"])
    }

    private func code(_ rig: ChallengeRig, _ user: SignedInUser) async throws -> String {
        let asked = OAuthRig.pairs(OAuthRig.authorization("app", ["scope": "openid offline_access"]))
        let opening = try await rig.signIn.openAuthorization(asked, tenant: home)
        guard case .proceed(let request) = opening else {
            Issue.record("refused: \(opening)")
            return ""
        }
        return try #require(OAuthRig.query(try await rig.signIn.grantCode(for: request, user: user))["code"])
    }

    private func recover(_ rig: ChallengeRig) async throws -> RecordedCredential {
        _ = try await rig.signIn.recoverUser(externalID: "maria", of: home)
        return try await rig.test.bind(TestDevice()).credential
    }

    @Test func signInsOfBrowsersEndWithARecovery() async throws {
        let rig = try await ChallengeRig()
        let before = browser(rig)
        let tokens = try await rig.tokens(try await code(rig, before))
        let waiting = try await code(rig, before)
        rig.test.advance(seconds: 5)
        _ = try await rig.signIn.recoverUser(externalID: "maria", of: home)
        #expect(try await rig.signIn.liveToken(tokens.accessToken) != nil, "nothing ends until it is spent")
        _ = try await rig.test.bind(TestDevice())
        #expect(try await rig.signIn.liveToken(tokens.accessToken) == nil)
        #expect(try await refusal { try await rig.tokens(waiting) }.code == .invalidGrant)
        #expect(try await refusal { try await code(rig, before) }.code == .accessDenied)
        let form = [
            "grant_type": "refresh_token", "refresh_token": try #require(tokens.refreshToken), "client_id": "app",
        ]
        let refreshed = try await refusal {
            try await rig.signIn.token(OAuthRig.form(form), headers: TokenRequestHeaders(), tenant: home)
        }
        #expect(refreshed.code == .invalidGrant)
    }

    /// To the microsecond: what is of the very moment does not count, what comes after it does.
    @Test func whatBeginsAfterARecoveryCounts() async throws {
        let rig = try await ChallengeRig()
        let new = try await recover(rig)
        let same = browser(rig)
        #expect(try await refusal { try await code(rig, same) }.code == .accessDenied)
        rig.test.advance(milliseconds: 1)
        _ = try await rig.tokens(try await code(rig, browser(rig)))
        let byDevice = SignedInUser(
            id: rig.user,
            credential: new.id,
            authenticatedAt: same.authenticatedAt,
            methods: ["pop", "user"]
        )
        _ = try await rig.tokens(try await code(rig, byDevice))
    }

    @Test func whoNeverRecoveredKeepsWhatThereIs() async throws {
        let rig = try await ChallengeRig()
        let user = try await rig.signIn.user(rig.user, of: home)
        #expect(user.validFrom == nil)
        #expect(user.acknowledges(Timestamp(seconds: 0)))
        _ = try await recover(rig)
        let recovered = try await rig.signIn.user(rig.user, of: home)
        #expect(recovered.validFrom == rig.test.now)
        #expect(!recovered.acknowledges(rig.test.now))
    }
}
