/// Why a platform authenticator or its store did not do what was asked.
///
/// `code` may gain members in any minor release; switch with a default. Nothing secret or personal is in here.
public struct DeviceKeyError: Error, Sendable {
    /// What went wrong, by name; it may grow.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        public let description: String

        private init(_ description: String) { self.description = description }

        /// The person said no, or went away.
        public static let userCancelled = Code("user_cancelled")
        /// The ceremony may not happen: verification was required and not given, or the origin may not use this id.
        public static let notAllowed = Code("not_allowed")
        /// This device already holds one of `excludeCredentials`.
        public static let credentialExcluded = Code("credential_excluded")
        /// This device holds no credential that the options allow.
        public static let noCredential = Code("no_credential")
        /// None of the offered algorithms can be made here.
        public static let notSupported = Code("not_supported")
        /// The options are not what WebAuthn Level 3 describes; `field` names the part.
        public static let invalidOptions = Code("invalid_options")
        /// Another ceremony is waiting for the person; there is one at a time.
        public static let busy = Code("busy")
        /// The app is not associated with the relying party's domain.
        public static let notAssociated = Code("not_associated")
        /// The device has no lock (no code or password), so that nothing can guard its keys.
        public static let noDeviceLock = Code("no_device_lock")
        /// The PIN was wrong too often; it must be set anew.
        public static let pinBlocked = Code("pin_blocked")
        /// Biometrics failed too often: the device is to be unlocked with its code before they are asked again.
        public static let lockedOut = Code("locked_out")
        /// The system closed the prompt, as for a call or another app; asking again may help.
        public static let interrupted = Code("interrupted")
        /// The device is locked, and what it keeps sealed cannot be read until its owner unlocks it.
        public static let storeLocked = Code("store_locked")
        /// The key store failed, or a file of it is damaged; `field` names the file.
        public static let store = Code("store")
    }

    /// What went wrong; switch over it with a default.
    public var code: Code
    /// What happened and what the caller can do about it; fit for a log.
    public var message: String
    /// The part of the options, or the file, that is meant.
    public var field: String?

    /// For an authenticator or a store of one's own; nothing secret or personal may stand in the texts.
    public init(_ code: Code, _ message: String, field: String? = nil) {
        self.code = code
        self.message = message
        self.field = field
    }
}

extension DeviceKeyError: CustomStringConvertible {
    public var description: String { "\(code): \(message)" }
}
