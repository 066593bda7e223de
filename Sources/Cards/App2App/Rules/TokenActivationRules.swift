/// The required form of a link, and the allowed addresses of its answer.
///
/// All names are configuration; the presets of ``Names`` contain the networks' own names.
public struct TokenActivationRules: Hashable, Sendable {
    /// The ends that the wallet learns.
    public enum Answers: Hashable, Sendable {
        /// The wallet learns each end: approved, declined or failure.
        case withOutcome
        /// The callback is opened unchanged, and only after the card is active; every other end stays in the app.
        case bare
    }

    /// The callbacks that may carry a code.
    public enum Codes: Hashable, Sendable {
        /// Only https callbacks: any app can claim a custom scheme, and would read the code.
        case httpsOnly
        /// All callbacks, including custom schemes and the development origin.
        case everyCallback
    }

    /// The only address that counts as a link.
    public var launch: LaunchAddress
    /// The names of a link's items and of the answer's.
    public var names: Names
    /// The allowed addresses of answers.
    public var callbacks: CallbackRules
    /// An additional origin for development, when it is set.
    ///
    /// Links of exactly this origin at ``launch``'s path are accepted too, and so are callbacks of exactly this origin.
    public var developmentOrigin: LoopbackOrigin?
    /// The ends that the wallet learns.
    public var answers: Answers
    /// The callbacks that may carry the backend's code.
    public var codes: Codes

    /// Creates rules for one network's setup; by default the wallet learns every end, and only https callbacks carry
    /// codes.
    public init(
        launch: LaunchAddress,
        names: Names,
        callbacks: CallbackRules,
        developmentOrigin: LoopbackOrigin? = nil,
        answers: Answers = .withOutcome,
        codes: Codes = .httpsOnly
    ) {
        self.launch = launch
        self.names = names
        self.callbacks = callbacks
        self.developmentOrigin = developmentOrigin
        self.answers = answers
        self.codes = codes
    }

    /// The maximum length of a link, in UTF-8 bytes.
    static let longestLink = 8 * 1024
    /// The maximum length of a payload, in bytes of JSON.
    static let longestPayload = 4 * 1024
}

/// The address that opens the issuer's app: scheme, host and path, as the network has them from the setup.
///
/// It is a custom scheme (`bank-app://token-activation/a2a`), or an https address that the system gives to the app (a
/// Universal Link). Links are compared with it letter by letter.
public struct LaunchAddress: Hashable, Sendable {
    /// The scheme in lower case, as Info.plist declares it.
    public let scheme: String
    /// The host in lower case; links are compared with the whole host, never with its end only.
    public let host: String
    /// The path, which begins with `/`.
    public let path: String

    /// Creates the address of the setup with the network; scheme and host must be in lower case.
    public init(scheme: String, host: String, path: String) {
        self.scheme = scheme
        self.host = host
        self.path = path
    }
}
