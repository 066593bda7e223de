#if os(Linux)
    public import ChaveSoftwareAuthenticator
    public import ChaveTransport
    import Foundation

    extension PixConfiguration {
        /// What a Linux machine has: HTTP by URLSession, the software authenticator over an encrypted store, the signals
        /// of `LinuxSignalCollector`.
        ///
        /// The store lies in `directory`, else in the directory that the variable `CHAVE_DEVICE_DIR` names, else in
        /// `chave/device` of the XDG data directory; its key is a file of mode 0600 beside it. It is opened at first use,
        /// so an unusable directory shows in the first call.
        ///
        /// Without a `gesture` the person is asked on the controlling terminal: for a PIN, which the first question sets.
        /// A program without a terminal gets a refusal, never a yes. Only where the variable `CHAVE_DEVICE_GESTURE` says
        /// `always-verified`, which is for tests and demonstrations, nobody is asked and verification is claimed.
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
        /// How `PixConfiguration.standard` asks: on the controlling terminal, for a PIN that `store` keeps.
        ///
        /// The variable `CHAVE_DEVICE_GESTURE` counts as there.
        public static func standard(pinIn store: any KeyStore) -> UserGesture {
            switch ProcessInfo.processInfo.environment["CHAVE_DEVICE_GESTURE"] {
            case "always-verified": .always(.verified)
            case "always-present": .always(.present)
            default: TerminalPrompt.gesture(pin: PINVerification(store: store))
            }
        }
    }
#endif
