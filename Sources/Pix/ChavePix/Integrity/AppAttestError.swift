/// Why there is no verdict on app and device.
///
/// `code` may gain members in any minor release; switch with a default. Nothing secret or personal is in here but what
/// `cause` holds, which is the app's own error.
public struct AppAttestError: Error, Sendable {
    /// What kind of failure it is.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The code's name, fit for a log.
        public let description: String
        private init(_ description: String) { self.description = description }

        /// This system or device has no App Attest; app extensions and simulators have none either.
        public static let unsupported = Code("unsupported")
        /// Apple's service cannot be reached; the same key is attested at a next call.
        public static let serverUnavailable = Code("server_unavailable")
        /// Apple or the app's server refused a key that had just been made.
        public static let keyRefused = Code("key_refused")
        /// The app's server did not answer as it should; see `cause`.
        public static let backend = Code("backend")
        /// The key's identifier cannot be read or kept.
        public static let store = Code("store")
        /// The system failed and does not say why.
        public static let system = Code("system")
        /// The calling task was cancelled; what is being prepared goes on for the next call.
        public static let cancelled = Code("cancelled")
    }

    /// What kind of failure it is.
    public var code: Code
    /// What happened and what the caller can do about it; fit for a log.
    public var message: String
    /// What the app's own server code threw, where that is why; it may hold what that code puts into it.
    public var cause: (any Error)?

    init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    /// What the app's server threw.
    init(backend error: any Error) {
        if error is AppAttestUnknownKey {
            self.init(.keyRefused, "The app's server has no use for this device's key: see why it says so.")
        } else {
            self.init(.backend, "The app's server gave no answer about App Attest: try again.", cause: error)
        }
    }

    init(_ fault: AppAttestFault) {
        switch fault {
        case .unsupported: self = .unsupported
        case .invalidKey:
            self.init(.keyRefused, "Apple's service refused the key: the app needs the capability App Attest.")
        case .serverUnavailable:
            self.init(.serverUnavailable, "Apple's service cannot be reached: try again, the key is kept.")
        case .other(let code):
            self.init(.system, "The system failed at App Attest (DCError \(code)): try again.")
        }
    }

    static let unsupported = AppAttestError(.unsupported, "This device or process has no App Attest: go without it.")
    static let cancelled = AppAttestError(.cancelled, "The call was cancelled.")
}

extension AppAttestError: CustomStringConvertible {
    public var description: String { "\(code): \(message)" }
}
