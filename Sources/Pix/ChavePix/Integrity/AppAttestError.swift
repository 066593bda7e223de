/// The reason why there is no verdict on app and device.
///
/// `code` may gain members in any minor release; switch with a default. The error holds nothing secret or personal,
/// except in `cause`, which is another component's own error.
public struct AppAttestError: Error, Sendable {
    /// The kind of failure.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The code's name, fit for a log.
        public let description: String
        private init(_ description: String) { self.description = description }

        /// This system or device has no App Attest; app extensions and simulators have none either.
        public static let unsupported = Code("unsupported")
        /// Apple's service is not reachable; a later call attests the same key.
        public static let serverUnavailable = Code("server_unavailable")
        /// Apple or the app's server refused a key that the device had just made.
        public static let keyRefused = Code("key_refused")
        /// The app's server gave no usable answer; see `cause`.
        public static let backend = Code("backend")
        /// The store cannot read or write the key's identifier.
        public static let store = Code("store")
        /// The system failed without a reason.
        public static let system = Code("system")
        /// The calling task was cancelled; the preparation of the key continues for the next call.
        public static let cancelled = Code("cancelled")
    }

    /// The kind of failure.
    public var code: Code
    /// A description of the failure, and advice for the caller; fit for a log.
    public var message: String
    /// The error of the app's own server code or of the store that caused the failure; it may hold any detail.
    public var cause: (any Error)?

    init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    /// Wraps an error of the app's server.
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
