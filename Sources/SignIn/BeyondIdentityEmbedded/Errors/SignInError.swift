public import Foundation

/// The error of a failed call, for the app developer.
///
/// An error never contains a token, a code, a challenge or a signature, so it is fit for a log.
public struct SignInError: Error, Hashable, Sendable {
    /// The kind of a failure.
    ///
    /// New members may appear in any minor release; switch with a default.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        public let description: String
        private init(_ description: String) { self.description = description }

        /// `Embedded.initialize` was not called.
        public static let notInitialized = Code("not_initialized")
        /// The server's address is missing or refused, or the device's store cannot be opened.
        public static let configuration = Code("configuration")
        /// A value from the app does not have the form that the call accepts.
        public static let invalidParameters = Code("invalid_parameters")
        /// The device has no such credential.
        public static let credentialNotFound = Code("credential_not_found")
        /// The stored data of the credential was changed or lost.
        public static let credentialInvalid = Code("credential_invalid")
        /// The credential's certificate has expired.
        public static let credentialExpired = Code("credential_expired")
        /// The device has another user's credential of the same tenant.
        public static let anotherUser = Code("another_user")
        /// The device's date and time are wrong.
        public static let clockWrong = Code("clock_wrong")
        /// No tokens are stored, or they are no longer valid: call `authenticate`.
        public static let signInRequired = Code("sign_in_required")
        /// The user is suspended and cannot sign in at present.
        public static let userSuspended = Code("user_suspended")
        /// The user was deleted.
        public static let userDeleted = Code("user_deleted")
        /// This device was removed from the user's list.
        public static let deviceDeleted = Code("device_deleted")
        /// The person closed the prompt, or did not answer.
        public static let userCancelled = Code("user_cancelled")
        /// The calling task was cancelled.
        public static let cancelled = Code("cancelled")
        /// An extension of a credential is running: cancel it first.
        public static let extensionInProgress = Code("extension_in_progress")
        /// The call is for the other kind of client; the message names the setting.
        public static let wrongKindOfClient = Code("wrong_kind_of_client")
        /// The link or the nine digits are wrong, used or too old.
        public static let invalidCode = Code("invalid_code")
        /// The other device refused, or did not answer.
        public static let refusedByOtherDevice = Code("refused_by_other_device")
        /// The server refused for another reason, without effect.
        public static let refused = Code("refused")
        /// A certificate is not valid, or does not belong to this user.
        public static let untrustedChain = Code("untrusted_chain")
        /// This call cannot trust the ID token, or the answer that led to it.
        public static let untrustedAnswer = Code("untrusted_answer")
        /// No connection.
        public static let notConnected = Code("not_connected")
        /// No answer came in time.
        public static let timedOut = Code("timed_out")
        /// The server cannot answer now; a later retry may succeed.
        public static let serverUnavailable = Code("server_unavailable")
        /// Too many calls; `retryAfterMilliseconds` says how long to wait.
        public static let rateLimited = Code("rate_limited")
        /// The server's answer does not match its documentation.
        public static let unreadableAnswer = Code("unreadable_answer")
        /// The device has no lock (no code or password), so no key can be protected; the person sets one.
        public static let noDeviceLock = Code("no_device_lock")
        /// Finger or face failed too often; the person locks the device and unlocks it with its code.
        public static let lockedOut = Code("locked_out")
        /// The system closed the prompt, for example for a call or another app; retry when the app is in front.
        public static let interrupted = Code("interrupted")
        /// The device is locked, and its Keychain with it; the person unlocks it.
        public static let deviceLocked = Code("device_locked")
        /// The device's keys refused the operation or do not support it.
        public static let deviceKeys = Code("device_keys")
    }

    /// The kind of the failure; switch over it with a default.
    public var code: Code
    /// A description of the failure and the caller's next step.
    public var message: String
    /// The delay before a retry that the server asks for, in milliseconds; `nil` when the server names none.
    public var retryAfterMilliseconds: Int64?

    /// Creates an error, for an app's own part of the surroundings.
    public init(_ code: Code, _ message: String, retryAfterMilliseconds: Int64? = nil) {
        self.code = code
        self.message = message
        self.retryAfterMilliseconds = retryAfterMilliseconds
    }

    /// The error that the callback form delivers in its place.
    public var legacy: BISDKError { code == .credentialNotFound ? .credentialNotFound : .description(message) }
}

extension SignInError: CustomStringConvertible, LocalizedError {
    public var description: String { "\(code): \(message)" }
    public var errorDescription: String? { message }
}
