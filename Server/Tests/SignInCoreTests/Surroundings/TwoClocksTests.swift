import ChaveBase
import ChaveCredentialChain
import ChaveJOSE
import ChaveWire
import ServerTestSupport
import SignInModel
import Testing

@testable import SignInCore

/// A sandbox's clock for deadlines is put forward: what waits runs out, what is said to be the time stays true.
@Suite struct TwoClocksTests {
    private let ahead: Int64 = 900

    @Test func codesSessionsAndPushedRequestsEndByTheClockOfDeadlines() async throws {
        let rig = try await OAuthRig()
        let code = try await rig.code()
        let pushed = try await rig.signIn.pushRequest(
            OAuthRig.form(OAuthRig.authorization()),
            authorization: nil,
            tenant: rig.tenant
        )
        rig.world.putDeadlinesForward(seconds: 60)
        #expect(try await refusal { try await rig.exchange(code) }.code == .invalidGrant)
        let reference = try #require(pushed["request_uri"]?.string)
        let opening = try await rig.signIn.openAuthorization(
            OAuthRig.pairs(["client_id": "app", "request_uri": reference]),
            tenant: rig.tenant
        )
        guard case .show(let error) = opening else {
            Issue.record("it was opened")
            return
        }
        #expect(error.code == .invalidRequestURI)
    }

    /// What begins after the jump has its whole time.
    @Test func whatBeginsAfterAJumpHasItsWholeTime() async throws {
        let rig = try await OAuthRig()
        rig.world.putDeadlinesForward(seconds: ahead)
        let (early, late) = (try await rig.code(), try await rig.code())
        rig.world.advance(milliseconds: 59_999)
        _ = try await rig.exchange(early)
        rig.world.advance(milliseconds: 1)
        #expect(try await refusal { try await rig.exchange(late) }.code == .invalidGrant)
    }

    @Test func aChallengeEndsByTheClockOfDeadlinesAndItsProofIsJudgedByTheTime() async throws {
        let rig = try await ChallengeRig()
        let session = try await rig.begin()
        let proof = try rig.proof(rig.claims(session))
        rig.test.putDeadlinesForward(seconds: 119)
        _ = try await rig.finish(session.id, proof)
        let late = try await rig.begin()
        rig.test.putDeadlinesForward(seconds: 120)
        let good = try rig.proof(rig.claims(late))
        #expect(try await refusal { try await rig.finish(late.id, good) }.code == .invalidSession)
        // The proof's own times are those that the device reads on its clock.
        _ = try await rig.signedIn()
    }

    @Test func aMailedLinkEndsByTheClockOfDeadlines() async throws {
        let test = try await TestSignIn().withTenant()
        _ = try await test.user()
        test.putDeadlinesForward(seconds: 86_399)
        #expect(try await test.signIn.bindRedirection(token: test.mailedToken, tenant: nil).contains("register"))
        test.putDeadlinesForward(seconds: 1)
        #expect(try await test.refusal { _ = try await test.bind(TestDevice()) } == SignIn.invalidToken)
    }

    @Test func anExtensionRotatesByTheClockOfDeadlines() async throws {
        let rig = try await ExtensionRig()
        let session = try await rig.begin()
        let claim = try await rig.claim(session.code)
        rig.test.putDeadlinesForward(seconds: 60)
        #expect(try await rig.signIn.claimState(claim.id, token: claim.token, tenant: nil).status == .refused)
        #expect(try await session.look().rotation == 1)
        rig.test.putDeadlinesForward(seconds: ahead)
        #expect(try await session.look().status == .aborted)
    }

    /// Wrong codes are forgotten by it too, so that a sandbox need not be waited for.
    @Test func wrongCodesAreForgottenByTheClockOfDeadlines() async throws {
        let rig = try await ExtensionRig()
        let code = try await rig.begin().code.wrong
        let key = TestDeviceKey()
        for _ in 0..<5 { _ = try await rig.refusal(code, key: key) }
        #expect(try await rig.refusal(code, key: key)?.code == .slowDown)
        rig.test.putDeadlinesForward(seconds: 600)
        #expect(try await rig.refusal(code, key: key) == .invalidCode)
    }

    /// On both sides of a jump, and whatever is thrown away meanwhile.
    @Test func tokensLiveTheirTimeWhateverTheClockOfDeadlinesSays() async throws {
        let rig = try await OAuthRig()
        let before = try await rig.exchange(try await rig.code())
        rig.world.putDeadlinesForward(seconds: ahead)
        let after = try await rig.exchange(try await rig.code())
        rig.world.advance(milliseconds: 599_999)
        _ = try await rig.signIn.removeExpired()
        for answer in [before, after] { _ = try await rig.information(answer.accessToken) }
        rig.world.advance(milliseconds: 1)
        for answer in [before, after] {
            #expect(try await refusal { try await rig.information(answer.accessToken) }.code == .invalidToken)
        }
        rig.world.putDeadlinesForward(seconds: 31 * 86_400)
        _ = try await rig.signIn.removeExpired()
        #expect(try await rig.refresh(before.refreshToken).refreshToken != nil)
        let idToken = try CompactJWS(parsing: try #require(after.idToken))
        let claims = try #require(JWTClaims(parsing: idToken.payload))
        #expect(claims.issuedAt == rig.world.now.seconds - 600, "what is told is the time")
    }

    @Test func aProofOfPossessionCountsOnceWhateverTheClockOfDeadlinesSays() async throws {
        let rig = try await OAuthRig()
        let proof = try rig.possession(by: try SigningKey.generate(.es256))
        _ = try await rig.exchange(try await rig.code(), proof: proof)
        rig.world.putDeadlinesForward(seconds: ahead)
        rig.world.advance(seconds: 59)
        _ = try await rig.signIn.removeExpired()
        let code = try await rig.code()
        #expect(try await refusal { try await rig.exchange(code, proof: proof) } == DPoPRefusal.replayed.error)
    }

    @Test func certificatesRunByTheTime() async throws {
        let rig = try await ChallengeRig()
        rig.test.putDeadlinesForward(seconds: 400 * 86_400)
        #expect(try await rig.signedIn().chain == nil, "neither over nor renewed")
        let child = try await rig.test.bind(TestDevice(), token: try await mailed(rig)).credential
        let chain = try await rig.signIn.verifiedChain(child.chain, of: TestSignIn.home)
        #expect(chain.notAfter.seconds <= rig.test.now.seconds + 366 * 86_400)
    }

    private func mailed(_ rig: ChallengeRig) async throws -> String {
        _ = try await rig.test.user("joao")
        return rig.test.mailedToken
    }
}
