import Testing

@testable import SignInCore

/// Which pages of other sites may read answers.
@Suite struct PageOriginTests {
    private static func rig() async throws -> OAuthRig {
        let rig = try await OAuthRig()
        var patch = ClientPatch()
        patch.redirectURIs = [
            "https://app.example/callback", "https://port.example:8443/x?y", "http://127.0.0.1/callback",
            "com.example.app:/callback", "https://usual.example:443/",
        ]
        _ = try await rig.signIn.changeClient("app", patch, of: rig.tenant)
        var other = ClientPatch()
        other.redirectURIs = ["https://shop.example/callback"]
        _ = try await rig.signIn.changeClient("shop", other, of: rig.tenant)
        return rig
    }

    @Test(
        arguments: [
            ("https://app.example", true), ("https://port.example:8443", true), ("https://usual.example", true),
            ("http://127.0.0.1:5173", true), ("http://127.0.0.1", true), ("https://port.example", false),
            ("https://app.example:8443", false), ("http://app.example", false), ("https://evil.example", false),
            ("https://app.example.evil.example", false), ("https://app.example/", false), ("null", false), ("", false),
            ("https://app.example?x", false), ("https://APP.example", false), ("com.example.app:", false),
            ("http://[::1]:5173", false), ("https://shop.example", false),
        ]
    )
    func onlyWherePublicClientsAreSentBack(_ origin: String, _ isShared: Bool) async throws {
        let rig = try await Self.rig()
        for tenant in [rig.tenant, nil] {
            #expect(try await rig.signIn.sharesAnswers(with: origin, tenant: tenant) == isShared)
        }
        #expect(try await !rig.signIn.sharesAnswers(with: origin, tenant: .named("other")))
    }

    @Test func anOriginEndsWithItsClient() async throws {
        let rig = try await Self.rig()
        try await rig.signIn.removeClient("app", of: rig.tenant)
        for tenant in [rig.tenant, nil] {
            #expect(try await !rig.signIn.sharesAnswers(with: "https://app.example", tenant: tenant))
        }
    }
}
