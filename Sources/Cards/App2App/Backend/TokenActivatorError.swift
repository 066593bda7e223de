import ChaveBase

/// Why the backend did not do what it was asked.
public struct TokenActivatorError: Error, Hashable, Sendable {
    /// What went wrong, by name.
    ///
    /// It may gain members in any minor release; switch with a default.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        public let description: String
        private init(_ description: String) { self.description = description }

        /// The backend said no and will say it again: its own code says why.
        public static func refused(_ code: String) -> Code { Code(TokenActivatorError.plain(code)) }
        /// Nobody is signed in, or the access token is not taken.
        public static let notSignedIn = Code("not_signed_in")
        /// The backend wants the holder verified anew, and was not satisfied.
        public static let freshAuthenticationNeeded = Code("fresh_authentication_needed")
        /// The backend could not be reached, or was not able to.
        public static let unavailable = Code("unavailable")
        /// Whether the token is active is not known: the backend was asked, and has neither said so nor refused.
        public static let outcomeUnknown = Code("outcome_unknown")
        /// What the backend said to a question cannot be understood.
        public static let unexpectedAnswer = Code("unexpected_answer")
        /// The backend's address is neither https nor on this machine.
        public static let insecureAddress = Code("insecure_address")
        /// The caller gave up before anything was sent, or while a question was; an activation or a no that was sent is
        /// ``outcomeUnknown`` then.
        public static let cancelled = Code("cancelled")
    }

    /// What went wrong; switch over it with a default.
    public var code: Code
    /// After how many seconds asking again makes sense; `nil` where nobody said.
    public var retryAfterSeconds: Int?

    /// For a `TokenActivator` of the app's own.
    public init(_ code: Code, retryAfterSeconds: Int? = nil) {
        self.code = code
        self.retryAfterSeconds = retryAfterSeconds
    }

    /// Codes are small words; anything else that a backend writes there stays out of logs.
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
