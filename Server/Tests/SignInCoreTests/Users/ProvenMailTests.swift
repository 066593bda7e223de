import ChaveWire
import SignInModel
import Testing

@testable import SignInCore

/// `email_verified` beside `email` (OpenID Connect Core 1.0, section 5.1).
struct ProvenMailTests {
    private static func claims(_ rig: ChallengeRig, _ scope: String = "openid email") async throws -> JSONObject {
        let session = try await rig.begin(.signIn, ["scope": scope])
        let answer = try await rig.finish(
            session.id,
            rig.proof(rig.claims(session, .signIn, ["scope": .string(scope)]))
        )
        let token = try await rig.tokens(answer.authorizationCode).accessToken
        let headers = TokenRequestHeaders(authorization: "Bearer \(token)")
        return try await rig.signIn.userInformation(headers, method: "GET", tenant: TestSignIn.home)
    }

    @Test func whoUsedTheMailedLinkHasAVerifiedAddress() async throws {
        let rig = try await ChallengeRig()
        let claims = try await Self.claims(rig)
        #expect(claims["email"]?.string == "maria@example.com")
        #expect(claims["email_verified"] == true)
        #expect(try await Self.claims(rig, "openid profile")["email_verified"] == nil)
    }

    @Test func withoutALinkThatWasUsedTheAddressIsNotVerified() async throws {
        let rig = try await OAuthRig()
        let code = try await rig.code("app", ["scope": "openid email"])
        let claims = try await rig.information(try await rig.exchange(code).accessToken)
        #expect(claims["email"]?.string == "ana@example.com")
        #expect(claims["email_verified"] == false)
    }

    @Test func aPersonWhoseLinkWasNotUsedYetHasNotProvenTheAddress() async throws {
        let test = try await TestSignIn().withTenant()
        let user = try await test.user()
        #expect(!user.hasProvenMail)
        _ = try await test.bind(TestDevice())
        let known = try await test.signIn.user(user.id, of: TestSignIn.home)
        #expect(known.hasProvenMail)
    }
}
