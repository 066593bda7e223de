#if canImport(CryptoKit) && canImport(LocalAuthentication) && canImport(Security)
    public import ChaveDeviceKeys
    import Foundation

    /// Signing keys in the Secure Enclave; each use asks for a finger, a face or the device's code.
    ///
    /// A device without a lock cannot make such a key, and `create` throws an error. A key never leaves the device. It
    /// is deleted when the person removes the device's code.
    public struct SecureEnclaveSigningKeys: DeviceSigningKeys {
        private let keys: EnclaveSigningKeys

        /// Creates a store of keys that are sealed in this app's part of the Keychain.
        public init() {
            keys = EnclaveSigningKeys(
                enclave: AppleEnclave(),
                store: KeychainSecretStore(service: "chave.sign-in.keys"),
                showsPrompt: PlatformPrompt.showsText,
                makeHandle: { UUID().uuidString }
            )
        }

        /// True on a Mac, whose Touch ID sheet shows the text; false elsewhere, because Face ID shows no text.
        public var showsPrompt: Bool { keys.showsPrompt }

        public func create() async throws(DeviceKeyError) -> String { try await keys.create() }

        public func publicKey(_ handle: String) throws(DeviceKeyError) -> [UInt8] { try keys.publicKey(handle) }

        public func sign(
            _ message: [UInt8],
            with handle: String,
            prompt: String
        ) async throws(DeviceKeyError) -> [UInt8] {
            try await keys.sign(message, with: handle, prompt: prompt)
        }

        public func delete(_ handle: String) throws(DeviceKeyError) { try keys.delete(handle) }
    }
#endif
