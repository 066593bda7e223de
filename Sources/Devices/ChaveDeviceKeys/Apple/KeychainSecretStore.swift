#if canImport(Security)
    /// Small values in the Keychain, bound to this device.
    ///
    /// Nothing of it goes into a backup or to another device, and deleting the app does not delete it: the system keeps
    /// Keychain items until the app removes them or the device is erased. On a Mac it is the data protection keychain, for
    /// which an app must be signed and have the capability Keychain Sharing.
    public struct KeychainSecretStore: SecretStore {
        /// When the values can be read.
        public enum Availability: Sendable {
            /// While the device is unlocked: for tokens and keys that are used only in front of the person.
            case whenUnlocked
            /// From the first time that the device is unlocked after it started, also while it is locked: for what must be
            /// finished when the screen goes dark or the app is woken in the background.
            case afterFirstUnlock
        }

        private let secrets: KeychainSecrets

        /// A store of the items under `service`; two stores with the same one see the same values.
        ///
        /// A value that was set with another availability takes on this one when it is set again.
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
