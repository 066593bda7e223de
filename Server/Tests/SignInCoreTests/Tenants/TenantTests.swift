import ServerTestSupport
import SignInModel
import Testing

@testable import SignInCore

/// Tenants, what people see of them, and the tokens of their own servers.
@Suite struct TenantTests {
    private let home = TestSignIn.home

    @Test func aTenantIsMadeOnceAndHasARoot() async throws {
        let rig = TestSignIn()
        let tenant = try await rig.signIn.createTenant(home, displayName: "Loja")
        #expect(try await rig.signIn.tenant(home) == tenant)
        #expect(try await rig.signIn.roots(of: home).count == 1)
        let refusal = try await rig.refusal { _ = try await rig.signIn.createTenant(home, displayName: "Outra") }
        #expect(refusal?.code == .conflict)
        #expect(try await rig.signIn.tenant(.named("none")) == nil)
        #expect(try await rig.signIn.roots(of: .named("none")).isEmpty)
        let blank = try await rig.refusal { _ = try await rig.signIn.createTenant(.named("b"), displayName: " ") }
        #expect(blank?.field == "display_name")
    }

    @Test func aTokenTellsItsTenantUntilItIsRevoked() async throws {
        let rig = try await TestSignIn().withTenant().withTenant(.named("other"))
        let issued = try await rig.signIn.makeAPIToken(of: home, name: "CI")
        #expect(issued.token.hasPrefix("chave_st_"))
        #expect(issued.token.utf8.count == 9 + 43)
        #expect(try await rig.signIn.tenant(ofAPIToken: issued.token) == home)
        #expect(try await rig.signIn.apiTokens(of: home) == [issued.record])
        #expect(try await rig.signIn.apiTokens(of: .named("other")).isEmpty)
        try await rig.signIn.revokeAPIToken(issued.record.id, of: .named("other"))
        #expect(try await rig.signIn.tenant(ofAPIToken: issued.token) == home, "another tenant's id revokes nothing")
        try await rig.signIn.revokeAPIToken(issued.record.id, of: home)
        try await rig.signIn.revokeAPIToken(issued.record.id, of: home)
        let refusal = try await rig.refusal { _ = try await rig.signIn.tenant(ofAPIToken: issued.token) }
        #expect(refusal?.code == .invalidToken)
        #expect(refusal?.status == 401)
    }

    @Test func everyWrongTokenHasOneAnswer() async throws {
        let rig = try await TestSignIn().withTenant()
        let token = try await rig.signIn.makeAPIToken(of: home, name: "CI").token
        let wrong = [
            "", "chave_st_", String(token.dropLast()), token + "A", String(token.dropFirst(9)), token.uppercased(),
        ]
        var answers: Set<OAuthError?> = []
        for text in wrong {
            answers.insert(try await rig.refusal { _ = try await rig.signIn.tenant(ofAPIToken: text) })
        }
        #expect(answers.count == 1)
        #expect(answers.first??.code == .invalidToken)
    }

    @Test func aTenantHasAtMostTwentyTokens() async throws {
        let rig = try await TestSignIn().withTenant()
        for number in 1...20 { _ = try await rig.signIn.makeAPIToken(of: home, name: "token \(number)") }
        #expect(try await rig.refusal { _ = try await rig.signIn.makeAPIToken(of: home, name: "x") }?.code == .conflict)
        let lost = try await rig.refusal { _ = try await rig.signIn.makeAPIToken(of: .named("none"), name: "x") }
        #expect(lost?.code == .notFound)
    }

    @Test func aProfileIsReplacedAsAWhole() async throws {
        let rig = try await TestSignIn().withTenant()
        let full = ProfileDraft(
            displayName: "Loja",
            logoURI: "https://loja.example/logo.png",
            supportMail: "ajuda@loja.example",
            enrollURI: "https://loja.example/enroll",
            loginURI: "com.example.app:/login",
            registrationRedirectURI: "com.example.app://host"
        )
        let configured = try await rig.signIn.configureProfile(full, of: home)
        #expect(configured.risks.count == 2)
        #expect(try await rig.signIn.tenant(home) == configured.tenant)
        #expect(configured.tenant.registrationRedirectURI == "com.example.app://host")
        let bare = try await rig.signIn.configureProfile(ProfileDraft(displayName: "Loja"), of: home)
        #expect(bare.tenant.loginURI == nil)
        #expect(bare.tenant.logoURL.isEmpty)
        #expect(bare.risks.isEmpty)
    }

    @Test func eachFieldOfAProfileIsCheckedAndNamed() async throws {
        let rig = try await TestSignIn().withTenant()
        let faults: [(String, (inout ProfileDraft) -> Void)] = [
            ("profile_display_name", { $0.displayName = "" }),
            ("profile_logo_uri", { $0.logoURI = "http://127.0.0.1/x" }),
            ("support_email", { $0.supportMail = "x" }),
            ("app_enroll_uri", { $0.enrollURI = "http://a.example" }),
            ("app_login_uri", { $0.loginURI = "javascript:x" }),
            ("registration_redirect_uri", { $0.registrationRedirectURI = "https://a.example?x=1" }),
            ("registration_redirect_uri", { $0.registrationRedirectURI = "com.example.app:/x" }),
            ("registration_redirect_uri", { $0.registrationRedirectURI = "http://a.example" }),
        ]
        for (field, fault) in faults {
            var draft = ProfileDraft(displayName: "Loja")
            fault(&draft)
            let refusal = try await rig.refusal { _ = try await rig.signIn.configureProfile(draft, of: home) }
            #expect(refusal?.field == field)
            #expect(refusal?.code == .invalidRequest)
        }
    }
}
