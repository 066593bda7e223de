#if os(Linux)
    import ChavePix
    public import ChaveSoftwareAuthenticator
    import ChaveTransport
    import Foundation

    extension SignInSurroundings {
        /// What a Linux machine has: HTTP by URLSession, and the same encrypted store and gestures as the Pix SDK's.
        ///
        /// The store lies in `directory`, else where `PixConfiguration.standard` has it; what is said there about the
        /// variables `CHAVE_DEVICE_DIR` and `CHAVE_DEVICE_GESTURE` counts here. There is no QR code, for this module has
        /// nothing on Linux that makes one: set `qrCode`.
        public static func standard(directory: String? = nil, gesture: UserGesture? = nil) -> SignInSurroundings {
            let store = DeviceStore(directory: directory ?? DeviceStore.standardDirectory)
            return SignInSurroundings(
                transport: URLSessionTransport(),
                keys: SoftwareSigningKeys(store: store, gesture: gesture ?? .standard(pinIn: store)),
                store: store,
                deviceName: ProcessInfo.processInfo.hostName
            )
        }
    }
#endif
