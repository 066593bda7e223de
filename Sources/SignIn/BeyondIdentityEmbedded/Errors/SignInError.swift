public import Foundation

/// What an app developer sees when a call does not succeed.
///
/// It never holds a token, a code, a challenge or a signature, so it is fit for a log.
public struct SignInError: Error, Hashable, Sendable {
    /// What kind of failure it is.
    ///
    /// It may gain members in any minor release; switch with a default.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        public let description: String
        private init(_ description: String) { self.description = description }

        /// `Embedded.initialize` was not called.
        public static let notInitialized = Code("not_initialized")
        /// The server's address is missing or refused, or the device's store cannot be opened.
        public static let configuration = Code("configuration")
        /// A value that the app gave is not of the form that the call takes.
        public static let invalidParameters = Code("invalid_parameters")
        /// The device holds no such credential.
        public static let credentialNotFound = Code("credential_not_found")
        /// What the device keeps of the credential has been changed or lost.
        public static let credentialInvalid = Code("credential_invalid")
        /// The credential's certificate has run out.
        public static let credentialExpired = Code("credential_expired")
        /// The device holds another user's credential of the same tenant.
        public static let anotherUser = Code("another_user")
        /// The device's date and time are wrong.
        public static let clockWrong = Code("clock_wrong")
        /// No tokens are kept, or they no longer count: call `authenticate`.
        public static let signInRequired = Code("sign_in_required")
        /// The user may not sign in at present.
        public static let userSuspended = Code("user_suspended")
        /// The user is gone.
        public static let userDeleted = Code("user_deleted")
        /// This device was taken from the user's list.
        public static let deviceDeleted = Code("device_deleted")
        /// The person closed the prompt, or did not answer.
        public static let userCancelled = Code("user_cancelled")
        /// The calling task was cancelled.
        public static let cancelled = Code("cancelled")
        /// A credential is being extended: cancel that first.
        public static let extensionInProgress = Code("extension_in_progress")
        /// The call is for the other kind of client; the message names the setting.
        public static let wrongKindOfClient = Code("wrong_kind_of_client")
        /// The link or the nine digits are wrong, used or too old.
        public static let invalidCode = Code("invalid_code")
        /// The other device said no, or did not answer.
        public static let refusedByOtherDevice = Code("refused_by_other_device")
        /// The server refused for another reason, without effect.
        public static let refused = Code("refused")
        /// A certificate does not hold, or is not of this user.
        public static let untrustedChain = Code("untrusted_chain")
        /// The ID token, or the answer that led to it, is not one that this call may trust.
        public static let untrustedAnswer = Code("untrusted_answer")
        /// No connection.
        public static let notConnected = Code("not_connected")
        /// No answer came in time.
        public static let timedOut = Code("timed_out")
        /// The server could not do it, and may be able to in a while.
        public static let serverUnavailable = Code("server_unavailable")
        /// Too many calls; `retryAfterMilliseconds` says how long to wait.
        public static let rateLimited = Code("rate_limited")
        /// The server's answer is not what its documentation says.
        public static let unreadableAnswer = Code("unreadable_answer")
        /// The device has no lock (no code or password), so that no key can be guarded; the person sets one.
        public static let noDeviceLock = Code("no_device_lock")
        /// Finger or face failed too often; the person locks the device and unlocks it with its code.
        public static let lockedOut = Code("locked_out")
        /// The system closed the prompt, as for a call or another app; ask again when the app is in front.
        public static let interrupted = Code("interrupted")
        /// The device is locked, and its Keychain with it; the person unlocks it.
        public static let deviceLocked = Code("device_locked")
        /// The device's keys refused or cannot do what was asked.
        public static let deviceKeys = Code("device_keys")
    }

    /// What went wrong; switch over it with a default.
    public var code: Code
    /// What happened and what the caller can do about it.
    public var message: String
    /// After how many milliseconds the server wants to be asked again, where it says so.
    public var retryAfterMilliseconds: Int64?

    /// For a part of the surroundings of the app's own.
    public init(_ code: Code, _ message: String, retryAfterMilliseconds: Int64? = nil) {
        self.code = code
        self.message = message
        self.retryAfterMilliseconds = retryAfterMilliseconds
    }

    /// What the callback face hands over in its place.
    public var legacy: BISDKError { code == .credentialNotFound ? .credentialNotFound : .description(message) }
}

extension SignInError: CustomStringConvertible, LocalizedError {
    public var description: String { "\(code): \(message)" }
    public var errorDescription: String? { message }
}
