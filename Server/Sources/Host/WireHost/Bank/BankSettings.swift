public import PostgresClient

/// The settings of a bank on the wire.
public struct BankSettings: Sendable {
    /// The participant's folder that the directory wrote.
    public var participant: String
    /// The folder of the bank's database, where no PostgreSQL is given.
    public var dataDirectory: String
    /// The PostgreSQL that several nodes share.
    public var database: PostgresSettings?
    /// The first of the three ports to listen on, where a balancer is in front; `nil` for the participant's.
    public var port: Int?
    /// How many requests a second one client may send to one institution, with four seconds' worth at once; 0 is no limit.
    public var clientRate = 500
    /// How long an access token lives: 300 to 900 s.
    public var accessTokenSeconds = 900
    /// Whether the official mock bank's amounts have their fixed outcomes.
    public var hasOfficialTriggers = false
    /// Whether the confirmation of a payment needs a token with the scope `nrp-consents`.
    public var needsNRPScope = false
    /// A file with the seconds by which the deadlines of enrollments and consents are ahead, for tests.
    public var deadlinesClock: String?
    /// Whether commits are synced; `false` only in tests.
    public var isSynced = true

    public init(participant: String, dataDirectory: String) {
        self.participant = participant
        self.dataDirectory = dataDirectory
    }
}
