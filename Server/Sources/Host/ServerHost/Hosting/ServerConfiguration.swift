import ChaveBase
import Foundation
public import HTTPKernel
public import PostgresClient
public import SignInMail

/// How a server is started.
public struct ServerConfiguration: Sendable {
    /// Where everything is kept; made when it does not exist.
    public var dataDirectory: String
    /// The PostgreSQL that holds what all nodes share; without it the data directory does.
    public var database: PostgresSettings?
    /// Only for tests that move the time: `false` goes by the given world's clock although a database is shared.
    public var goesByDatabaseClock = true
    /// Whether somebody named the directory: commands of this machine do not find it by themselves then.
    public var namesDataDirectory = false
    public var address: String
    public var port: Int
    /// How the outside reaches the server; `http://localhost:<port>` when it is not given.
    public var publicBaseURL: String?
    /// What else the server is called, by proxies and by those who watch it.
    public var hostNames: [String] = []
    /// With the sandbox bank, its people and a merchant to try things with.
    public var isSandbox: Bool
    /// With the operator's pages at `/console`; a sandbox has them unless it is told otherwise.
    public var hasConsole: Bool
    /// With sign-in without passwords; a sandbox has it unless it is told otherwise.
    public var hasSignIn: Bool
    /// How the outside reaches sign-in, where that is a host of its own (decision 0012); a sandbox has one host for all.
    public var signInURL: String?
    /// What carries the mails of sign-in; without it a sandbox keeps them in its outbox.
    public var mailProgram: MailProgram?
    public var accessTokenSeconds: Int64
    public var requestLimits = RequestLimits()
    /// Certificate and key; without them something before the server speaks TLS.
    public var tls: TLSFiles?
    /// Where the listener for metrics and health is; without it the sandbox alone has metrics, for this machine.
    public var metricsListener: Listener?
    /// What whoever reads the metrics there has to bring as a bearer token; without it, nothing.
    public var metricsToken: String?
    /// Where copies of the databases are written while the server runs.
    public var backups: Backups?
    /// How many requests are taken on.
    public var admission: AdmissionLimits
    /// Whose word on a client's address is taken.
    public var proxies = TrustedProxies.none
    /// How many connections may be open; the rest wait to be accepted.
    public var maximumConnections = max(256, Int(sysconf(Int32(_SC_OPEN_MAX))) - 256)
    /// How long `/readyz` says so before the server stops accepting: time for a balancer to look.
    public var drainDelayMilliseconds: Int
    /// How long what is under way may take after that.
    public var drainWithinMilliseconds = 20_000
    /// Below this much free space the server is not ready.
    public var diskReserveBytes: Int64 = 64 << 20
    /// How long writes to files wait for others while payments are under way.
    public var gathersWithin = Duration.milliseconds(1)
    /// Only for the test of the test: `false` answers before the disk has what was answered.
    public var isSynced = true

    public init(
        dataDirectory: String,
        address: String = "127.0.0.1",
        port: Int = 8080,
        publicBaseURL: String? = nil,
        isSandbox: Bool,
        accessTokenSeconds: Int64 = 900
    ) {
        self.dataDirectory = dataDirectory
        self.address = address
        self.port = port
        self.publicBaseURL = publicBaseURL
        self.isSandbox = isSandbox
        hasConsole = isSandbox
        hasSignIn = isSandbox
        self.accessTokenSeconds = accessTokenSeconds
        admission = isSandbox ? .sandbox : AdmissionLimits()
        drainDelayMilliseconds = isSandbox ? 0 : 5_000
    }

    /// An address and a port to listen on.
    public struct Listener: Hashable, Sendable {
        public var address: String
        public var port: Int

        public init(address: String, port: Int) {
            self.address = address
            self.port = port
        }

        var isLoopback: Bool { address == "localhost" || IPAddress(address)?.isLoopback == true }
    }

    /// A program like sendmail, and whom its mails are from.
    public struct MailProgram: Hashable, Sendable {
        public var path: String
        public var sender: MailAddress

        public init(path: String, sender: MailAddress) {
            self.path = path
            self.sender = sender
        }
    }

    /// How often copies are made, and how many are kept.
    public struct Backups: Hashable, Sendable {
        public var directory: String
        public var everyHours: Int
        public var keep: Int

        public init(directory: String, everyHours: Int, keep: Int) {
            self.directory = directory
            self.everyHours = everyHours
            self.keep = keep
        }
    }

    public var baseURL: String { publicBaseURL ?? "\(tls == nil ? "http" : "https")://localhost:\(port)" }

    /// What the issuers of tenants, mailed links and the relying party of passkeys are made of.
    public var signInBaseURL: String { signInURL ?? baseURL }
}

extension ServerConfiguration {
    /// What `chave device` has to be told to find this server, with a space before each flag.
    public var flagsOfCommands: String {
        var flags = port == 8_080 && publicBaseURL == nil ? "" : " --server \(baseURL)"
        if namesDataDirectory { flags += " --data '\(dataDirectory)'" }
        return flags
    }

    /// A sandbox that listens to its own machine shows that machine its metrics.
    ///
    /// Anywhere else they have a listener of
    /// their own, since a proxy on this machine would hand them to everybody.
    var showsMetricsHere: Bool {
        isSandbox && metricsListener == nil && Listener(address: address, port: port).isLoopback
    }
}
