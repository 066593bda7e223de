public import BeyondIdentityEmbedded
public import ChaveDeviceKeys
import ChaveTransport
import Dispatch

extension SignInSurroundings {
    /// The SDK's surroundings in the test's own process: `server`, its clock, a device in memory.
    ///
    /// Callbacks run on a queue of their own, so that a test that blocks the main thread does not block them.
    public static func testing(
        _ server: SignInTestServer,
        keys: (any DeviceSigningKeys)? = nil,
        store: (any SecretStore)? = nil,
        deviceName: String = "Telefone de Ana",
        seed: UInt64 = 1
    ) -> SignInSurroundings {
        let random = TestRandom(seed: seed, for: "sign-in client")
        return SignInSurroundings(
            transport: server,
            keys: keys ?? TestSigningKeys(clock: server.clock, seed: seed),
            store: store ?? MemorySecretStore(),
            clock: server.clock.clock,
            random: { random.bytes($0) },
            deviceName: deviceName,
            callbackQueue: DispatchQueue(label: "ChaveTesting.callbacks")
        )
    }
}

extension SignInConfiguration {
    /// The configuration of the client that `server` knows.
    ///
    /// The default surroundings are ``SignInSurroundings/testing(_:keys:store:deviceName:seed:)``.
    public static func testing(
        _ server: SignInTestServer,
        _ surroundings: SignInSurroundings? = nil
    ) -> SignInConfiguration {
        SignInConfiguration(
            biometricAskPrompt: "Sign in to Aurora",
            clientID: SignInTestServer.clientID,
            domain: .custom(SignInTestServer.url),
            redirectURI: SignInTestServer.redirectURI,
            surroundings: surroundings ?? .testing(server)
        )
    }
}
