#if canImport(AppKit) && !canImport(UIKit)
    public import AppKit
    import ChaveDeviceKeys

    extension SignInSurroundings {
        /// The parts of a Mac: HTTP by URLSession, the Secure Enclave, the Keychain, CoreImage's QR codes, its name.
        ///
        /// When the app has not set `onMatchNumber`, the SDK shows this device's number in a sheet of the key window.
        public static func standard() -> SignInSurroundings { standard { KeyWindow.current } }

        /// The parts of a Mac, with the window in which the SDK shows the number.
        public static func standard(window: @escaping @MainActor @Sendable () -> NSWindow?) -> SignInSurroundings {
            ofThisDevice(showing: PairingAlert(window: window))
        }
    }
#endif
