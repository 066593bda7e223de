#if os(Linux)
    import ChavePix
    public import ChaveSoftwareAuthenticator
    import ChaveTransport
    import Foundation

    extension SignInSurroundings {
        /// The parts of a Linux machine: HTTP by URLSession, and the encrypted store and gestures of the Pix SDK.
        ///
        /// The store is in `directory`, by default in the directory of `PixConfiguration.standard`. The variables
        /// `CHAVE_DEVICE_DIR` and `CHAVE_DEVICE_GESTURE` work as that function describes. On Linux this module draws no
        /// QR code; set `qrCode` for one.
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
