/// What a link must look like and where its answer may go.
///
/// All names are configuration; the presets of ``Names`` hold the networks' own.
public struct TokenActivationRules: Hashable, Sendable {
    /// What is told to the wallet at the end.
    public enum Answers: Hashable, Sendable {
        /// Each end is told: approved, declined or failure.
        case withOutcome
        /// The callback is opened untouched, and only after the card is active; every other end stays in the app.
        case bare
    }

    /// Which callbacks may carry a code.
    public enum Codes: Hashable, Sendable {
        /// Only https: any app can claim a custom scheme, and would read the code.
        case httpsOnly
        /// Custom schemes and the development origin too.
        case everyCallback
    }

    /// The one address that is taken as a link.
    public var launch: LaunchAddress
    /// The names of a link's items and of the answer's.
    public var names: Names
    /// Where answers may go.
    public var callbacks: CallbackRules
    /// Where it is set, links and callbacks of exactly this origin are taken as well, at ``launch``'s path.
    public var developmentOrigin: LoopbackOrigin?
    /// What the wallet is told.
    public var answers: Answers
    /// Which callbacks may carry the backend's code.
    public var codes: Codes

    /// Rules for one network's setup; every end is told, and codes go to https alone, unless said otherwise.
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

    /// In UTF-8 bytes.
    static let longestLink = 8 * 1024
    /// In bytes of JSON.
    static let longestPayload = 4 * 1024
}
