#if os(Linux)
    public import ChaveSoftwareAuthenticator
    public import ChaveTransport
    import Foundation

    extension PixConfiguration {
        /// The parts of a Linux machine: HTTP by URLSession, the software authenticator over an encrypted store, the
        /// signals of `LinuxSignalCollector`.
        ///
        /// The store is in `directory`, else in the directory that the variable `CHAVE_DEVICE_DIR` names, else in
        /// `chave/device` of the XDG data directory. Its key is a file of mode 0600 beside it. The store is opened at
        /// first use, so the first call reports an unusable directory.
        ///
        /// Without a `gesture`, the controlling terminal asks the person for a PIN, which the first question sets. A
        /// program without a terminal gets a refusal, never an approval. The variable `CHAVE_DEVICE_GESTURE` turns the
        /// question off, for tests and demonstrations. `always-verified` claims that the person is verified, and
        /// `always-present` claims only that the person is present.
        public static func standard(
            baseURL: BaseURL? = nil,
            directory: String? = nil,
            gesture: UserGesture? = nil
        ) -> PixConfiguration {
            let store = DeviceStore(directory: directory ?? DeviceStore.standardDirectory)
            return PixConfiguration(
                baseURL: baseURL,
                transport: URLSessionTransport(),
                authenticator: SoftwareAuthenticator(store: store, gesture: gesture ?? .standard(pinIn: store)),
                secretStore: store,
                signalCollector: LinuxSignalCollector()
            )
        }
    }

    extension UserGesture {
        /// The gesture of `PixConfiguration.standard`: it asks on the controlling terminal for a PIN, which `store`
        /// holds.
        ///
        /// The variable `CHAVE_DEVICE_GESTURE` has the same effect as there.
        public static func standard(pinIn store: any KeyStore) -> UserGesture {
            switch ProcessInfo.processInfo.environment["CHAVE_DEVICE_GESTURE"] {
            case "always-verified": .always(.verified)
            case "always-present": .always(.present)
            default: TerminalPrompt.gesture(pin: PINVerification(store: store))
            }
        }
    }
#endif
