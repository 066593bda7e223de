import ChaveBase
import Hashing
import ServerTestSupport
import SignInModel
import Testing

@testable import SignInCore

/// Apps and sites, as tenants register them.
@Suite struct ClientTests {
    private let home = TestSignIn.home

    private func draft(_ authentication: OIDCClient.TokenAuthentication = .none) -> ClientDraft {
        ClientDraft(name: "App", redirectURIs: ["https://app.example/callback"], tokenAuthentication: authentication)
    }

    @Test(arguments: OIDCClient.TokenAuthentication.allCases)
    func aSecretIsToldOnceAndNotKept(_ authentication: OIDCClient.TokenAuthentication) async throws {
        let rig = try await TestSignIn().withTenant()
        var draft = draft(authentication)
        if authentication == .privateKeyJWT { draft.jwks = try ClientKeys.set(["a"]) }
        let registered = try await rig.signIn.registerClient(draft, of: home)
        #expect(registered.risks.isEmpty)
        #expect((registered.secret != nil) == authentication.hasSecret)
        #expect(registered.client.secretDigest == registered.secret.map { Digest(ofText: $0) })
        if let secret = registered.secret {
            #expect(secret.hasPrefix("chave_cs_"))
            #expect(secret.utf8.count == 9 + 43)
        }
        #expect(try await rig.signIn.clients(of: home) == [registered.client])
        try await rig.signIn.removeClient(registered.client.id, of: home)
        try await rig.signIn.removeClient(registered.client.id, of: home)
        #expect(try await rig.signIn.clients(of: home).isEmpty)
    }

    @Test func eachFieldIsCheckedAndNamed() async throws {
        let rig = try await TestSignIn().withTenant()
        let many = (1...21).map { "https://app.example/\($0)" }
        let lists = [[], many, ["https://a.example", "https://a.example"], ["https://a.example", "http://a.example"]]
        for list in lists {
            var client = draft()
            client.redirectURIs = list
            let refusal = try await rig.refusal { _ = try await rig.signIn.registerClient(client, of: home) }
            #expect(refusal?.field == "redirect_uris")
        }
        var nameless = draft()
        nameless.name = "\u{7}"
        #expect(try await rig.refusal { _ = try await rig.signIn.registerClient(nameless, of: home) }?.field == "name")
        let lost = try await rig.refusal { _ = try await rig.signIn.registerClient(draft(), of: .named("none")) }
        #expect(lost?.code == .notFound)
        var full = draft()
        full.redirectURIs = Array(many.dropLast())
        #expect(try await rig.signIn.registerClient(full, of: home).client.redirectURIs.count == 20)
    }

    @Test func aRiskIsNamedInTheAnswer() async throws {
        let rig = try await TestSignIn().withTenant()
        var client = draft()
        client.redirectURIs += ["com.example.app:/a", "com.example.app:/b", "http://127.0.0.1/"]
        let registered = try await rig.signIn.registerClient(client, of: home)
        #expect(registered.risks.count == 1)
        #expect(registered.risks.first?.contains("com.example.app") == true)
    }
}
