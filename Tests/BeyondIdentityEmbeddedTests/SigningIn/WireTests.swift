import ChaveTesting
import ChaveTransport
import ChaveWire
import Testing

@testable import BeyondIdentityEmbedded

@Suite(.timeLimit(.minutes(15)))
struct WireTests {
    private let server: FakeServer
    private let device: Device

    init() throws {
        server = try FakeServer(clock: TestClock())
        device = Device(server)
    }

    @Test(arguments: ["", " ", "\n"])
    func anEmptyScopeIsNotSent(_ scope: String) async throws {
        try await device.register()
        _ = try await device.embedded.authorize(pkceChallenge: nil, scope: scope)
        let begun = FakeServer.form(try #require(server.requests("/v2/authorize-challenge").first))
        #expect(begun["scope"] == "openid")
    }

    @Test func aServerOfAnotherNameIsNamedBeforeThePersonIsAsked() async throws {
        try await device.register()
        let elsewhere = "https://login.example/v2/authorize-challenge"
        server.set { $0.changes["/v2/authorize-challenge"] = { $0["audience"] = .string(elsewhere) } }
        let error = await expectFailure(.configuration) { _ = try await device.embedded.authenticate() }
        #expect(error?.message.contains(elsewhere) == true)
        #expect(error?.message.contains(FakeServer.base) == true)
        #expect(device.keys.prompts.count == 1)
        server.set { state in
            state.changes["/v2/authorize-challenge"] = { body in
                body["audience"] = .string(FakeServer.base + "/v2/authorize-challenge")
            }
        }
        _ = try await device.embedded.authenticate()
    }

    @Test(arguments: ["invalid_dpop_proof", "use_dpop_nonce"])
    func aClientWithBoundTokensIsToldTheSetting(_ name: String) async throws {
        try await device.register()
        server.fail("/v2/token", .status(400, ["error": .string(name)]))
        let error = await expectFailure(.wrongKindOfClient) { _ = try await device.embedded.authenticate() }
        #expect(error?.message.contains("dpop_bound_access_tokens") == true)
    }

    @Test func tokensThatAreBoundAreNotTakenForOthers() async throws {
        try await device.register()
        server.set { $0.changes["/v2/token"] = { $0["token_type"] = "DPoP" } }
        await expectFailure(.wrongKindOfClient) { _ = try await device.embedded.authenticate() }
    }
}
