public import ChaveDeviceKeys
public import ChavePix
import ChaveTransport

extension PixConfiguration {
    /// Everything that a client takes from outside, in the test's own process: `server`, its clock, a device in memory.
    ///
    /// What is not given is made: a person who agrees, an empty store, the signals of a telephone. The token provider gives
    /// fresh tokens of `server`; set it to `nil` where a test is about a token that nobody renews. Clients that share one
    /// such value are the same device.
    ///
    /// Ids, credentials and pauses follow from the seeds; what only this client knows, its idempotency keys and the name of its
    /// device, is drawn anew each time, as tests run side by side.
    public static func testing(
        _ server: PixTestServer,
        authenticator: (any PlatformAuthenticator)? = nil,
        secretStore: (any SecretStore)? = nil,
        signalCollector: (any SignalCollector)? = nil,
        seed: UInt64 = 1
    ) -> PixConfiguration {
        let pauses = TestRandom(seed: seed, for: "pix client")
        return PixConfiguration(
            baseURL: PixTestServer.baseURL,
            tokenProvider: { server.makeAccessToken() },
            transport: server,
            authenticator: authenticator ?? TestAuthenticator(clock: server.clock, seed: seed),
            secretStore: secretStore ?? MemorySecretStore(),
            signalCollector: signalCollector ?? TestSignalCollector(),
            clock: server.clock.clock,
            // Clients of one process tell their requests apart by their keys, so that those of two tests must differ.
            random: { $0 < 16 ? pauses.bytes($0) : PixConfiguration.systemRandom($0) }
        )
    }
}
