#if canImport(CoreImage) && canImport(LocalAuthentication) && canImport(Security)
    import ChaveDeviceKeys
    import ChaveTransport

    extension SignInSurroundings {
        /// The parts of an Apple device: HTTP by URLSession, the Secure Enclave, the Keychain, CoreImage's QR codes,
        /// its name.
        static func ofThisDevice(showing sheet: any PairingSheet) -> SignInSurroundings {
            var surroundings = SignInSurroundings(
                transport: URLSessionTransport(),
                keys: SecureEnclaveSigningKeys(),
                store: KeychainSecretStore(service: "chave.sign-in"),
                deviceName: "",
                qrCode: { QRCodeImage.make($0) }
            )
            surroundings.systemDeviceName = { await DeviceName.current() }
            surroundings.pairingDesk = PairingDesk(sheet: sheet)
            return surroundings
        }
    }
#endif
