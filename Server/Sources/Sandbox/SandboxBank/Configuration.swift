public import ChaveBase
public import ChavePixModel
public import SQLiteWriter

extension SandboxBank {
    /// The configuration of the sandbox.
    public struct Configuration: Sendable {
        /// The server's address for browsers, without a slash at the end: `http://localhost:8080`.
        public var publicBaseURL: String
        /// The path of the holder's pages below that address.
        public var mountPath = "/bank"
        /// The client id of the platform that calls the bank in its own process.
        public var clientID = "chave"
        /// The relying party of the platform that calls the bank in its own process.
        public var relyingPartyID = "localhost"
        /// The origins whose ceremonies the bank accepts.
        public var origins: [String]
        /// The origins that may embed one of ``origins`` in a frame.
        public var topOrigins: [String] = []
        /// The settlement time of a payment, by the injected clock; 0 settles it at once.
        public var settlementDelaySeconds = 0
        /// The time that the slow bank needs for its FIDO options.
        public var slowOptionsSeconds = 4
        /// Whether the official mock bank's amounts have their fixed outcomes.
        public var hasOfficialTriggers = false
        /// How long an access token lives: 300 to 900 s.
        public var accessTokenSeconds = 900
        /// The issuers of identity tokens; an institution that is not among them has the address of its pages.
        public var issuers: [InstitutionID: String] = [:]
        /// The seed that decides which calls the unreliable bank loses.
        public var seed: UInt64 = 1
        /// The first balance of each holder's checking account.
        public var openingBalance: Money
        /// Whether commits are synced; `false` for tests that make many databases.
        public var isSynced = true
        /// Whether to open the file beside a server that uses it, for a short task.
        public var isShared = false
        /// The rule for the wait of the bank's write batches; `nil` for no wait.
        public var gathering: Gathering?
        /// Called once when the disk is no longer trustworthy for the bank's file: the process must end.
        public var onFatal: @Sendable (any Error) -> Void = { _ in }

        public init(publicBaseURL: String, origins: [String]? = nil) {
            self.publicBaseURL = publicBaseURL
            self.origins = origins ?? ["https://localhost", publicBaseURL]
            openingBalance = Money(centavos: 1_000_000_00) ?? .zero
        }

        var writerOptions: GroupCommitWriter.Options {
            var options = GroupCommitWriter.Options()
            options.synchronous = isSynced ? .full : .normal
            options.isShared = isShared
            options.gathering = gathering
            options.onFatal = onFatal
            return options
        }

        func issuer(_ institution: SandboxInstitution) -> String {
            issuers[institution.id] ?? pageURL(institution)
        }

        func pageURL(_ institution: SandboxInstitution) -> String {
            "\(publicBaseURL)\(mountPath)/\(institution.id.text)"
        }
    }
}
