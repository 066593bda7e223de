#if canImport(Security)
    /// A secret store in the Keychain, bound to this device.
    ///
    /// The values do not go into a backup or to another device, and deleting the app does not delete them. The system
    /// keeps Keychain items until the app removes them or the device is erased. On a Mac the store uses the data
    /// protection keychain: the app must be signed and have the capability Keychain Sharing.
    public struct KeychainSecretStore: SecretStore {
        /// The times at which the values are readable.
        public enum Availability: Sendable {
            /// Readable while the device is unlocked: for tokens and keys that are used only in front of the person.
            case whenUnlocked
            /// Readable from the first unlock after a start of the device on, also while it is locked.
            ///
            /// This is for work that must finish when the screen goes dark or when the system wakes the app in the
            /// background.
            case afterFirstUnlock
        }

        private let secrets: KeychainSecrets

        /// Creates a store of the items under `service`; two stores with the same service see the same values.
        ///
        /// Setting a value again changes its availability to this store's availability.
        public init(service: String, availability: Availability = .whenUnlocked) {
            secrets = KeychainSecrets(items: GenericPasswords(service: service, availability: availability))
        }

        public func secret(_ name: String) throws(DeviceKeyError) -> [UInt8]? { try secrets.secret(name) }

        public func setSecret(_ name: String, _ bytes: [UInt8]) throws(DeviceKeyError) {
            try secrets.setSecret(name, bytes)
        }

        public func removeSecret(_ name: String) throws(DeviceKeyError) { try secrets.removeSecret(name) }

        public func secretNames() throws(DeviceKeyError) -> [String] { try secrets.secretNames() }
    }
#endif
