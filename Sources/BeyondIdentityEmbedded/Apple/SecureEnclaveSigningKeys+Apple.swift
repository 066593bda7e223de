#if canImport(Security) && canImport(LocalAuthentication)
    public import ChaveDeviceKeys
    import CryptoKit
    import Foundation
    import LocalAuthentication
    import Security

    /// Signing keys in the Secure Enclave; each use asks for a finger, a face or the device's code.
    ///
    /// A device without a lock makes no such key, and says so.
    public struct SecureEnclaveSigningKeys: DeviceSigningKeys {
        /// On a Mac, where Touch ID's sheet has the text; Face ID on other devices agrees by a look, without a word.
        public var showsPrompt: Bool { PlatformPrompt.showsText }

        private let store = KeychainSecretStore(service: "chave.sign-in.keys")

        public init() {}

        public func create() async throws(DeviceKeyError) -> String {
            guard SecureEnclave.isAvailable else {
                throw DeviceKeyError(.notSupported, "this device has no Secure Enclave")
            }
            guard LAContext().canEvaluatePolicy(.deviceOwnerAuthentication, error: nil) else {
                throw DeviceKeyError(.noDeviceLock, "this device has no lock; set a code first")
            }
            let handle = UUID().uuidString
            do {
                let key = try SecureEnclave.P256.Signing.PrivateKey(accessControl: try accessControl())
                try store.setSecret(handle, Array(key.dataRepresentation))
            } catch let error as DeviceKeyError {
                throw error
            } catch {
                throw DeviceKeyError(.store, "the Secure Enclave made no key")
            }
            return handle
        }

        public func publicKey(_ handle: String) throws(DeviceKeyError) -> [UInt8] {
            Array(try key(handle, LAContext()).publicKey.x963Representation)
        }

        public func sign(
            _ message: [UInt8],
            with handle: String,
            prompt: String
        ) async throws(DeviceKeyError) -> [UInt8] {
            let context = LAContext()
            context.localizedReason = prompt
            let signature = await withTaskCancellationHandler {
                await withCheckedContinuation { (continuation: CheckedContinuation<[UInt8]?, Never>) in
                    // The Enclave waits for the person on the calling thread, which must not be one of Swift's own.
                    DispatchQueue.global(qos: .userInitiated).async {
                        let key = try? self.key(handle, context)
                        let signature = try? key?.signature(for: Data(message))
                        continuation.resume(returning: signature.map { Array($0.derRepresentation) })
                    }
                }
            } onCancel: {
                context.invalidate()
            }
            // A key that is there and does not sign was not released by the person.
            guard let signature else {
                _ = try publicKey(handle)
                throw DeviceKeyError(.userCancelled, "the person said no or did not answer")
            }
            return signature
        }

        public func delete(_ handle: String) throws(DeviceKeyError) { try store.removeSecret(handle) }

        private func key(
            _ handle: String,
            _ context: LAContext
        ) throws(DeviceKeyError) -> SecureEnclave.P256.Signing.PrivateKey {
            guard let data = try store.secret(handle) else {
                throw DeviceKeyError(.noCredential, "this device holds no such key")
            }
            do {
                return try SecureEnclave.P256.Signing.PrivateKey(
                    dataRepresentation: Data(data),
                    authenticationContext: context
                )
            } catch {
                throw DeviceKeyError(.noCredential, "the Secure Enclave no longer has this key")
            }
        }

        private func accessControl() throws(DeviceKeyError) -> SecAccessControl {
            let control = SecAccessControlCreateWithFlags(
                nil,
                kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly,
                [.privateKeyUsage, .userPresence],
                nil
            )
            guard let control else { throw DeviceKeyError(.notSupported, "this device cannot guard a key") }
            return control
        }
    }
#endif
