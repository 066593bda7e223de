import ChaveBase
import ChaveWire
import ServerTestSupport
import SignInModel
import Testing

@testable import SignInCore

/// What holds a secret or a person's particulars says nothing of it, however it is printed.
@Suite struct RedactionTests {
    private func printed(_ value: some Any) -> String {
        var dumped = ""
        dump(value, to: &dumped)
        return "\(value) \(String(reflecting: value)) \(dumped) \([value])"
    }

    @Test func whatIsGivenOnceIsNeverPrinted() async throws {
        let rig = try await ChallengeRig()
        let begun = try await rig.extending()
        let code = try #require(begun.state.code)
        let claim = try await PairingRig.claim(rig, code, TestDevice())
        let answer = try await rig.signedIn()
        let issued = try await rig.signIn.makeAPIToken(of: TestSignIn.home, name: "CI")
        let draft = ClientDraft(name: "A", redirectURIs: [OAuthRig.redirectURI], tokenAuthentication: .basic)
        let client = try await rig.signIn.registerClient(draft, of: TestSignIn.home)
        let tokens = try await rig.tokens(answer.authorizationCode)
        let asked = ExtensionClaim(
            tenant: TestSignIn.home,
            code: code,
            certificateRequest: [],
            deviceName: "Telefone da Maria",
            address: try #require(IPAddress(bytes: [192, 0, 2, 1]))
        )
        let root = try #require(
            try await rig.signIn.records.list(StoredRoot.self, of: TestSignIn.home, limit: 1).first
        )
        let cases: [(any Sendable, [String])] = [
            (begun, [begun.token, code]), (begun.state, [code]), (claim, [claim.token, claim.number.text]),
            (answer, [answer.authorizationCode]), (issued, [issued.token]), (client, [try #require(client.secret)]),
            (tokens, [tokens.accessToken, try #require(tokens.idToken)]), (asked, [code, "Maria"]),
            (try #require(rig.test.mail.mails.first), [rig.test.mailedToken, "maria"]),
            (rig.test.draft(), ["maria", "Maria"]),
            (try await rig.signIn.user(rig.user, of: TestSignIn.home), ["maria", "Maria"]),
            (TokenRequestHeaders(authorization: "Bearer abc", proofs: ["def"]), ["abc", "def"]),
            (try OAuthRig.form(["assertion": "abc", "code": "def"]), ["abc", "def"]),
            (root, ["\(root.record.key)"]),
        ]
        for (value, secrets) in cases {
            let text = printed(value)
            for secret in secrets { #expect(!text.contains(secret), "\(type(of: value))") }
        }
    }

    /// The first call's refusal carries the session and the challenge.
    @Test func aRefusalTellsWhatIsWrongAndNothingThatItCarries() async throws {
        let rig = try await ChallengeRig()
        let form = try OAuthRig.form(OAuthRig.authorization())
        let error = try await refusal { try await rig.signIn.authorizeChallenge(form, tenant: TestSignIn.home) }
        let text = printed(error)
        for name in ["auth_session", "challenge"] {
            let carried = try #require(error.members[name]?.string)
            #expect(!text.contains(carried))
        }
        #expect(text.contains(error.description) && text.contains("insufficient_authorization"))
    }
}
