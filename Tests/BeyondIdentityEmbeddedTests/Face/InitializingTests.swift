import ChaveBase
import ChaveTesting
import ChaveTransport
import ChaveWire
import Foundation
import Testing

@testable import BeyondIdentityEmbedded

@Suite(.timeLimit(.minutes(15)))
struct InitializingTests {
    @Test func everyAsyncCallBeforeInitializeIsAnError() async throws {
        let embedded = CoreEmbedded()
        await expectFailure(.notInitialized) { _ = try await embedded.registerCredentials(Device.link()) }
        await expectFailure(.notInitialized) {
            _ = try await embedded.registerCredentials(token: CredentialToken(value: "123456789"))
        }
        await expectFailure(.notInitialized) { _ = try await embedded.createPKCE() }
        await expectFailure(.notInitialized) { _ = try await embedded.authorize(pkceChallenge: nil, scope: "openid") }
        await expectFailure(.notInitialized) { _ = try await embedded.authenticate() }
        await expectFailure(.notInitialized) { try await embedded.cancelExtendCredentials() }
        await expectFailure(.notInitialized) { _ = try await embedded.getCredentials() }
        await expectFailure(.notInitialized) { try await embedded.deleteCredential(for: Credential.Handle("aurora")) }
        await expectFailure(.notInitialized) {
            for try await _ in embedded.extendCredentials(handles: [], approval: PairingApproval { _ in .refuse }) {}
        }
    }

    @Test func everyCallbackBeforeInitializeHearsOneError() async throws {
        let embedded = CoreEmbedded()
        let expected = SignInError.notInitialized.legacy
        #expect(await told { embedded.registerCredentials(Device.link(), callback: $0) } == .failure(expected))
        #expect(
            await told { embedded.registerCredentials(token: CredentialToken(value: "1"), callback: $0) }
                == .failure(expected)
        )
        #expect(await told { embedded.createPKCE(callback: $0) } == .failure(expected))
        #expect(await told { embedded.authenticate(callback: $0) } == .failure(expected))
        #expect(
            await told { embedded.authorize(pkceChallenge: nil, scope: "openid", callback: $0) } == .failure(expected)
        )
        #expect(await told { embedded.getCredentials(callback: $0) } == .failure(expected))
        #expect(await told { embedded.deleteCredential(for: nil, callback: $0) } == .failure(expected))
        let cancelled: Result<Void, BISDKError> = await told { embedded.cancelExtendCredentials(callback: $0) }
        #expect(throws: expected) { try cancelled.get() }
        let extended: Result<ExtendCredentialsStatus, BISDKError> = await told {
            embedded.extendCredentials(handles: [], callback: $0)
        }
        #expect(throws: expected) { try extended.get() }
    }

    @Test func aSecondInitializeReplacesTheFirst() async throws {
        let device = Device(try FakeServer(clock: TestClock()))
        try await device.register()
        _ = try await device.embedded.authenticate()
        device.configure(clientID: "another")
        _ = try await device.embedded.authenticate()
        let clients = device.server.requests("/v2/token").map { FakeServer.form($0)["client_id"] }
        #expect(clients == ["client", "another"])
    }

    @Test(arguments: [Domain.us, Domain.eu])
    func aDomainWithoutAnAddressIsAnErrorBeforeAnyRequest(_ domain: Domain) async throws {
        let server = try FakeServer(clock: TestClock())
        let device = Device(server)
        var surroundings = device.surroundings()
        surroundings.addressNamed = { _, _ in nil }
        device.embedded.configure(
            SignInConfiguration(
                biometricAskPrompt: "?",
                clientID: "client",
                domain: domain,
                redirectURI: "https://app.example/",
                surroundings: surroundings
            )
        )
        let error = await expectFailure(.configuration) { _ = try await device.embedded.authenticate() }
        #expect(error?.message.contains("CHAVE_SIGNIN_") == true)
        await expectFailure(.configuration) { try await device.register() }
        #expect(server.state.withLock { $0.requests.isEmpty })
        #expect(device.keys.prompts.isEmpty)
    }

    @Test func eachDomainHasAnAddressOfItsOwn() throws {
        let named: (String, String) -> String? = { variable, property in
            ["CHAVE_SIGNIN_US": "https://us.example", "CHAVE_SIGNIN_EU": "https://eu.example"][variable]
        }
        #expect(try Domain.us.baseURL(named: named).text == "https://us.example")
        #expect(try Domain.eu.baseURL(named: named).text == "https://eu.example")
        let custom = try #require(URL(string: "https://own.example/chave/"))
        #expect(try Domain.custom(custom).baseURL(named: named).text == "https://own.example/chave")
    }

    @Test func plainHTTPToAnotherMachineIsRefused() throws {
        let plain = try #require(URL(string: "http://own.example"))
        #expect(throws: SignInError.self) { try Domain.custom(plain).baseURL(named: { _, _ in nil }) }
    }

    @Test func theLoggerHearsNothingSecret() async throws {
        let device = Device(try FakeServer(clock: TestClock()))
        try await device.register("good-and-secret")
        device.server.fail("/v2/token", .status(400, ["error": "chave_at_0123456789012345678901234567890123456789"]))
        await expectFailure(.refused) { _ = try await device.embedded.authenticate() }
        try await eventually { device.lines.texts.count > 1 }
        #expect(!device.lines.texts.contains { $0.contains("secret") || $0.contains("0123456789") })
    }
}
