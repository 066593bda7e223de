public import ChaveDeviceKeys
public import ChavePix
import ChaveTransport

extension PixConfiguration {
    /// A client's configuration in the test's own process: `server`, its clock, a device in memory.
    ///
    /// The defaults are a person who agrees, an empty store and the risk signals of a phone. The token provider gives
    /// fresh tokens of `server`; set it to `nil` for a test of a token that is not renewed. Clients that share one
    /// configuration are the same device.
    ///
    /// Ids, credentials and pauses follow from the seeds. A client's idempotency keys and the name of its device are
    /// random each time, because tests run side by side.
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
            // The idempotency keys identify the requests of all clients of a process, so that those of two tests must
            // differ.
            random: { $0 < 16 ? pauses.bytes($0) : PixConfiguration.systemRandom($0) }
        )
    }
}
