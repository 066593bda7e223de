#if canImport(Security) && canImport(LocalAuthentication) && canImport(CoreImage)
    import ChaveDeviceKeys
    import ChaveTransport
    import Foundation

    extension SignInSurroundings {
        /// What an Apple device has: HTTP by URLSession, the Secure Enclave, the Keychain, CoreImage's QR codes.
        public static func standard() -> SignInSurroundings {
            SignInSurroundings(
                transport: URLSessionTransport(),
                keys: SecureEnclaveSigningKeys(),
                store: KeychainSecretStore(service: "chave.sign-in"),
                deviceName: ProcessInfo.processInfo.hostName,
                qrCode: { QRCodeImage.make($0) }
            )
        }
    }
#endif
