#if canImport(UIKit)
    import ChaveDeviceKeys
    public import UIKit

    extension SignInSurroundings {
        /// The parts of an Apple device: HTTP by URLSession, the Secure Enclave, the Keychain, CoreImage's QR codes,
        /// its name.
        ///
        /// When the app has not set `onPairing` and `onMatchNumber`, the SDK shows the numbers of a second device in an
        /// alert. The alert is above the key window. An app extension has no key window to find, so it passes its own.
        @available(iOSApplicationExtension, unavailable)
        public static func standard() -> SignInSurroundings { standard { KeyWindow.current } }

        /// The parts of an Apple device, with the window above which the SDK shows the numbers of a second device.
        public static func standard(window: @escaping @MainActor @Sendable () -> UIWindow?) -> SignInSurroundings {
            ofThisDevice(showing: PairingAlert(window: window))
        }
    }
#endif
