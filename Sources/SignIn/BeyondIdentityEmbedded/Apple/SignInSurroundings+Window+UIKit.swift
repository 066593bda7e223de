#if canImport(UIKit)
    import ChaveDeviceKeys
    public import UIKit

    extension SignInSurroundings {
        /// What an Apple device has: HTTP by URLSession, the Secure Enclave, the Keychain, CoreImage's QR codes, its name.
        ///
        /// Where the app has not set `onPairing` and `onMatchNumber`, the SDK shows the numbers of a second device in an
        /// alert over the key window. An extension of an app has no such window to find: it gives its own.
        @available(iOSApplicationExtension, unavailable)
        public static func standard() -> SignInSurroundings { standard { KeyWindow.current } }

        /// The same, with the window over which the SDK shows the numbers of a second device.
        public static func standard(window: @escaping @MainActor @Sendable () -> UIWindow?) -> SignInSurroundings {
            ofThisDevice(showing: PairingAlert(window: window))
        }
    }
#endif
