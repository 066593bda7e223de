import ChaveBase

/// Why a call to the backend failed.
public struct TokenActivatorError: Error, Hashable, Sendable {
    /// The name of a failure.
    ///
    /// New members may appear in any minor release; switch with a default.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        public let description: String
        private init(_ description: String) { self.description = description }

        /// The backend refused, and a retry gets the same refusal: its own code gives the reason.
        public static func refused(_ code: String) -> Code { Code(TokenActivatorError.plain(code)) }
        /// Nobody is signed in, or the backend does not accept the access token.
        public static let notSignedIn = Code("not_signed_in")
        /// The backend requires a new verification of the holder, and did not accept the one it got.
        public static let freshAuthenticationNeeded = Code("fresh_authentication_needed")
        /// The backend could not be reached, or could not answer.
        public static let unavailable = Code("unavailable")
        /// The token may or may not be active: the backend was asked, and has neither confirmed nor refused.
        public static let outcomeUnknown = Code("outcome_unknown")
        /// The backend's answer to a question cannot be understood.
        public static let unexpectedAnswer = Code("unexpected_answer")
        /// The backend's address is neither https nor on this machine.
        public static let insecureAddress = Code("insecure_address")
        /// The caller cancelled before anything was sent, or during a question.
        ///
        /// A cancelled activation or refusal that was already sent is ``outcomeUnknown``.
        public static let cancelled = Code("cancelled")
    }

    /// The name of the failure; switch over it with a default.
    public var code: Code
    /// The delay before a useful retry, in seconds; `nil` when the backend named none.
    public var retryAfterSeconds: Int?

    /// Creates an error, for an app's own `TokenActivator`.
    public init(_ code: Code, retryAfterSeconds: Int? = nil) {
        self.code = code
        self.retryAfterSeconds = retryAfterSeconds
    }

    /// Returns a short lower-case code; any other text of the backend stays out of logs.
    private static func plain(_ code: String) -> String {
        let isWord = code.utf8.allSatisfy { (0x61...0x7A).contains($0) || isDigit($0) || $0 == 0x5F }
        return isWord && (1...64).contains(code.utf8.count) ? code : "refused"
    }
}

extension TokenActivatorError: CustomStringConvertible {
    public var description: String {
        retryAfterSeconds.map { "\(code), again in \($0) s" } ?? "\(code)"
    }
}
