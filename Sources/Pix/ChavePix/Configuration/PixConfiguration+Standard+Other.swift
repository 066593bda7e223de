#if !os(Linux) && !(canImport(AuthenticationServices) && canImport(CoreLocation) && canImport(Security))
    import ChaveDeviceKeys
    import ChavePixModel
    public import ChaveTransport

    extension PixConfiguration {
        /// HTTP by URLSession, and nothing of the platform's own.
        ///
        /// Adapters exist for Apple's systems and for Linux. On another platform, an app gives its own authenticator,
        /// secret store and signal collector. A call that needs a missing one fails and names the reason.
        public static func standard(baseURL: BaseURL? = nil) -> PixConfiguration {
            PixConfiguration(
                baseURL: baseURL,
                transport: URLSessionTransport(),
                authenticator: MissingAdapters(),
                secretStore: MissingAdapters(),
                signalCollector: MissingAdapters()
            )
        }
    }

    private struct MissingAdapters: PlatformAuthenticator, SecretStore, SignalCollector {
        private static let missing = DeviceKeyError(
            .notSupported,
            "there is no adapter for this platform: give PixConfiguration one of your own"
        )

        func makeCredential(_: CredentialCreationOptions) async throws(DeviceKeyError) -> CreatedCredential {
            throw MissingAdapters.missing
        }

        func getAssertion(_: CredentialRequestOptions) async throws(DeviceKeyError) -> CredentialAssertion {
            throw MissingAdapters.missing
        }

        func secret(_: String) throws(DeviceKeyError) -> [UInt8]? { throw MissingAdapters.missing }
        func setSecret(_: String, _: [UInt8]) throws(DeviceKeyError) { throw MissingAdapters.missing }
        func removeSecret(_: String) throws(DeviceKeyError) { throw MissingAdapters.missing }
        func secretNames() throws(DeviceKeyError) -> [String] { throw MissingAdapters.missing }

        var platform: DevicePlatform { .browser }
        func requestPermission() async -> Bool { false }

        func collect(deviceID: String, accountTenure: CalendarDate) async throws(PixError) -> RiskSignals {
            throw PixError(.configuration, MissingAdapters.missing.message)
        }
    }
#endif
