import ChaveBase
public import ChavePixModel
public import SQLiteWriter

extension SandboxBank {
    /// How the sandbox is set up.
    public struct Configuration: Sendable {
        /// Where browsers find the server, without a slash at the end: `http://localhost:8080`.
        public var publicBaseURL: String
        /// Where the holder's pages stand below it.
        public var mountPath = "/bank"
        public var relyingPartyID = "localhost"
        /// The origins whose ceremonies count.
        public var origins: [String]
        /// The origins that may hold one of ``origins`` in a frame.
        public var topOrigins: [String] = []
        /// How long a payment takes, by the injected clock; 0 settles it at once.
        public var settlementDelaySeconds = 0
        /// How long the slow bank takes for its FIDO options.
        public var slowOptionsSeconds = 4
        /// Decides which calls the unreliable bank does not answer.
        public var seed: UInt64 = 1
        /// What each holder's checking account holds at first.
        public var openingBalance: Money
        /// For tests that make many databases: without syncs.
        public var isSynced = true
        /// Opens the file beside a server that has it, for a short piece of work.
        public var isShared = false
        /// How long a batch of the bank's writes waits for company; `nil`: not at all.
        public var gathering: Gathering?
        /// Called once when the disk can no longer be trusted with the bank's file: the process must end.
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

        func pageURL(_ institution: SandboxInstitution) -> String {
            "\(publicBaseURL)\(mountPath)/\(institution.id.text)"
        }
    }
}
