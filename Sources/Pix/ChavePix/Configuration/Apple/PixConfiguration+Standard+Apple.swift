#if canImport(AuthenticationServices) && canImport(CoreLocation) && canImport(Security)
    public import ChaveDeviceKeys
    public import ChaveTransport

    extension PixConfiguration {
        /// What an Apple device has: HTTP by URLSession, passkeys, the Keychain, the signals of `AppleSignalCollector`.
        ///
        /// The passkeys' sheet is shown in the window that `anchor` gives, which is the key window unless set. `integrity` is
        /// for apps whose server verifies App Attest. Make it on the main thread: the signals that only the main thread can
        /// read are there at once then. What is kept in the Keychain can be read from the first unlocking on, also while the
        /// screen is dark, so that a payment on its way comes to its end. An extension of an app has no such window and no
        /// such signals: it makes a configuration of its own.
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
