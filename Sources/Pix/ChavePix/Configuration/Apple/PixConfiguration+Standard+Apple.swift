#if canImport(AuthenticationServices) && canImport(CoreLocation) && canImport(Security)
    public import ChaveDeviceKeys
    public import ChaveTransport

    extension PixConfiguration {
        /// The parts of an Apple device: HTTP by URLSession, passkeys, the Keychain, the signals of
        /// `AppleSignalCollector`.
        ///
        /// The passkeys' sheet appears in the window that `anchor` gives, by default the key window. `integrity` is for
        /// apps whose server verifies App Attest. Make the configuration on the main thread: then the signals that only
        /// the main thread can read are available at once. The Keychain items are readable from the first unlock on,
        /// even while the screen is dark, so that a payment in progress can finish. An extension of an app has no such
        /// window and no such signals: it makes a configuration of its own.
        @available(iOSApplicationExtension, unavailable)
        public static func standard(
            baseURL: BaseURL? = nil,
            anchor: @escaping ApplePasskeys.Anchor = { KeyWindow.current },
            integrity: AppleSignalCollector.IntegrityCheck? = nil
        ) -> PixConfiguration {
            PixConfiguration(
                baseURL: baseURL,
                transport: URLSessionTransport(),
                authenticator: ApplePasskeys(anchor: anchor),
                secretStore: KeychainSecretStore(service: "chave.pix", availability: .afterFirstUnlock),
                signalCollector: AppleSignalCollector(integrity: integrity)
            )
        }
    }
#endif
