import Foundation
import Testing

@testable import BeyondIdentityEmbedded

struct DescriptionTests {
    private let tokens = TokenResponse(
        accessToken: AccessToken(value: "access-secret", type: "Bearer", expiresIn: 300),
        idToken: "id-secret"
    )

    @Test func neitherDescriptionNorDumpShowsAToken() {
        var shown = [tokens.description, "\(tokens)", String(reflecting: tokens), "\(tokens.accessToken)"]
        let code = AuthorizationCode(value: "code-secret")
        let pkce = PKCE(codeVerifier: "pkce-secret", codeChallenge: PKCE.CodeChallenge(challenge: "c", method: "S256"))
        shown += ["\(code)", String(reflecting: code), "\(pkce)", String(reflecting: pkce)]
        var dumped = ""
        dump(tokens, to: &dumped)
        dump(code, to: &dumped)
        dump(pkce, to: &dumped)
        #expect(!(shown + [dumped]).contains { $0.contains("secret") })
    }

    @Test func callbacksHearOfAMissingCredentialByItsCase() {
        #expect(SignInError.credentialNotFound.legacy == .credentialNotFound)
        #expect(SignInError(.refused, "why").legacy == .description("why"))
        #expect(BISDKError.description("why").localizedDescription == "why")
        #expect(!BISDKError.credentialNotFound.localizedDescription.isEmpty)
    }

    @Test func theChallengeIsTheVerifiersDigest() {
        // RFC 7636, appendix B.
        let bytes: [UInt8] = [
            116, 24, 223, 180, 151, 153, 224, 37, 79, 250, 96, 125, 216, 173, 187, 186, 22, 212, 37, 77, 105, 214, 191,
            240, 91, 88, 5, 88, 83, 132, 141, 121,
        ]
        let pkce = PKCE(random: bytes)
        #expect(pkce.codeVerifier == "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
        #expect(pkce.codeChallenge.challenge == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
        #expect(pkce.codeChallenge.method == "S256")
    }
}
