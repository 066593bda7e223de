import ServerTestSupport
import SignInModel
import Testing

@testable import SignInCore

/// What an operator should know about addresses that are in use.
@Suite struct RedirectRiskTests {
    private let home = TestSignIn.home

    private func register(_ name: String, _ addresses: [String], in rig: TestSignIn) async throws {
        let draft = ClientDraft(name: name, redirectURIs: addresses, tokenAuthentication: .none)
        _ = try await rig.signIn.registerClient(draft, of: home)
    }

    @Test func addressesOfTheAppAloneAreNoRisk() async throws {
        let rig = try await TestSignIn().withTenant()
        _ = try await rig.signIn.configureProfile(ProfileDraft(displayName: "Home"), of: home)
        try await register("App", ["https://app.example/callback", "http://127.0.0.1/callback"], in: rig)
        #expect(try await rig.signIn.redirectRisks(of: home).isEmpty)
    }

    @Test func eachAddressThatCanBeTakenIsNamedWithItsClient() async throws {
        let rig = try await TestSignIn().withTenant()
        let profile = ProfileDraft(
            displayName: "Home",
            loginURI: "https://app.example/in",
            registrationRedirectURI: "http://localhost:8080/registered"
        )
        _ = try await rig.signIn.configureProfile(profile, of: home)
        try await register("App", ["https://app.example/", "com.example.app:/a", "com.example.app:/b"], in: rig)
        // Lists are by age, in milliseconds.
        rig.advance(milliseconds: 1)
        try await register("Other", ["com.example.other:/c"], in: rig)
        let risks = try await rig.signIn.redirectRisks(of: home)
        #expect(risks.map(\.client) == [nil, "App", "App", "Other"])
        #expect(risks.first?.address == "http://localhost:8080/registered")
        let ofClients = ["com.example.app:/a", "com.example.app:/b", "com.example.other:/c"]
        #expect(risks.dropFirst().map(\.address) == ofClients)
        #expect(risks.allSatisfy { !$0.sentence.isEmpty && $0.tenant == home })
    }

    @Test func aTenantThatIsNotThereIsRefused() async throws {
        let rig = try await TestSignIn().withTenant()
        let refusal = try await rig.refusal { _ = try await rig.signIn.redirectRisks(of: .named("none")) }
        #expect(refusal?.code == .notFound)
    }
}
