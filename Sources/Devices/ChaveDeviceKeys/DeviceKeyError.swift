/// The reason for a failure of a platform authenticator or its store.
///
/// `code` may gain members in any minor release; switch with a default. The error contains nothing secret or personal.
public struct DeviceKeyError: Error, Sendable {
    /// The name of the failure; the list of names may grow.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        public let description: String

        private init(_ description: String) { self.description = description }

        /// The person refused, or left.
        public static let userCancelled = Code("user_cancelled")
        /// The ceremony is not allowed: a required verification did not happen, or the origin may not use this relying
        /// party id.
        public static let notAllowed = Code("not_allowed")
        /// This device already holds one of `excludeCredentials`.
        public static let credentialExcluded = Code("credential_excluded")
        /// This device holds no credential that the options allow.
        public static let noCredential = Code("no_credential")
        /// This device supports none of the offered algorithms.
        public static let notSupported = Code("not_supported")
        /// The options do not follow WebAuthn Level 3; `field` names the part.
        public static let invalidOptions = Code("invalid_options")
        /// Another ceremony is waiting for the person; only one can run at a time.
        public static let busy = Code("busy")
        /// The app is not associated with the relying party's domain.
        public static let notAssociated = Code("not_associated")
        /// The device has no lock (no code or password), so that its keys cannot be protected.
        public static let noDeviceLock = Code("no_device_lock")
        /// The PIN was wrong too often; a new PIN must be set.
        public static let pinBlocked = Code("pin_blocked")
        /// Biometrics failed too often: the person must unlock the device with its code before the next try.
        public static let lockedOut = Code("locked_out")
        /// The system closed the prompt, for a call or another app for example; a retry may help.
        public static let interrupted = Code("interrupted")
        /// The device is locked, and its sealed values are unreadable until its owner unlocks it.
        public static let storeLocked = Code("store_locked")
        /// The key store failed, or a file of it is damaged; `field` names the file.
        public static let store = Code("store")
    }

    /// The failure; switch over it with a default.
    public var code: Code
    /// The failure in words and the caller's possible reaction; fit for a log.
    public var message: String
    /// The affected part of the options, or the affected file.
    public var field: String?

    /// Creates an error, for an implementation of an authenticator or a store.
    ///
    /// The texts must contain nothing secret or personal.
    public init(_ code: Code, _ message: String, field: String? = nil) {
        self.code = code
        self.message = message
        self.field = field
    }
}

extension DeviceKeyError: CustomStringConvertible {
    public var description: String { "\(code): \(message)" }
}
