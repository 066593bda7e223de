import ChaveBase
import Foundation
public import HTTPKernel
public import PostgresClient
public import SignInMail

/// The configuration with which a server starts.
public struct ServerConfiguration: Sendable {
    /// The directory of all data; made when it does not exist.
    public var dataDirectory: String
    /// The PostgreSQL that stores the nodes' shared data; without it the data directory stores everything.
    public var database: PostgresSettings?
    /// For tests that move the time: `false` uses the given world's clock although a database is shared.
    public var goesByDatabaseClock = true
    /// Whether a setting names the directory: this machine's commands then need its path as a flag.
    public var namesDataDirectory = false
    public var address: String
    public var port: Int
    /// The URL at which clients reach the server; `http://localhost:<port>` when it is not given, or https with
    /// ``tls``.
    public var publicBaseURL: String?
    /// Other host names of the server, which proxies and monitors use.
    public var hostNames: [String] = []
    /// Whether the server has the sandbox bank, its people and a merchant for trying.
    public var isSandbox: Bool
    /// The origins of other pages on this machine that use a sandbox's passkeys.
    public var origins: [String] = []
    /// The file that says who the platform is in Open Finance, for whoever makes ``banks`` of it.
    public var openFinanceFile: String?
    /// The banks outside of this process; without them a sandbox has its own bank, and another server none.
    public var banks: (any OutsideBanks)?
    /// Whether the server has the operator's pages at `/console`; a sandbox has them by default.
    public var hasConsole: Bool
    /// Whether the server has sign-in without passwords; a sandbox has it by default.
    public var hasSignIn: Bool
    /// The URL of sign-in on its own host (decision 0012); a sandbox has one host for both.
    public var signInURL: String?
    /// The program that sends sign-in's mails; without it a sandbox stores them in its outbox.
    public var mailProgram: MailProgram?
    public var accessTokenSeconds: Int64
    public var requestLimits = RequestLimits()
    /// Certificate and key; without them a proxy before the server must speak TLS.
    public var tls: TLSFiles?
    /// The listener for metrics and health; without it only the sandbox has metrics, for this machine.
    public var metricsListener: Listener?
    /// The bearer token that the metrics listener requires for `/metrics`; `nil` requires none.
    public var metricsToken: String?
    /// The place and the schedule of database copies while the server runs.
    public var backups: Backups?
    /// The limits on accepted requests.
    public var admission: AdmissionLimits
    /// The proxies that are trusted for a client's address.
    public var proxies = TrustedProxies.none
    /// The limit of open connections; others wait to be accepted.
    public var maximumConnections = max(256, Int(sysconf(Int32(_SC_OPEN_MAX))) - 256)
    /// The time for which `/readyz` reports not ready before the server stops accepting, so that a load balancer sees
    /// it.
    public var drainDelayMilliseconds: Int
    /// The time that open requests may take after that.
    public var drainWithinMilliseconds = 20_000
    /// The free disk space below which the server is not ready.
    public var diskReserveBytes: Int64 = 64 << 20
    /// The time for which a write to a file waits for other writes while payments are in progress.
    public var gathersWithin = Duration.milliseconds(1)
    /// For the test of a test: `false` answers before the disk has stored the data.
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

    /// A program like sendmail, with the sender of its mails.
    public struct MailProgram: Hashable, Sendable {
        public var path: String
        public var sender: MailAddress

        public init(path: String, sender: MailAddress) {
            self.path = path
            self.sender = sender
        }
    }

    /// The interval of copies, and the number of copies that are kept.
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

    /// The origins at which a sandbox's own initiator makes and uses passkeys, beside `https://localhost`.
    var sandboxOrigins: [String] { isSandbox ? [baseURL] + origins : [] }

    public var baseURL: String { publicBaseURL ?? "\(tls == nil ? "http" : "https")://localhost:\(port)" }

    /// The URL from which tenants' issuers, mailed links and the passkeys' relying party are built.
    public var signInBaseURL: String { signInURL ?? baseURL }
}

extension ServerConfiguration {
    /// The flags with which `chave device` finds this server, with a space before each flag.
    public var flagsOfCommands: String {
        var flags = port == 8_080 && publicBaseURL == nil ? "" : " --server \(baseURL)"
        if namesDataDirectory { flags += " --data '\(dataDirectory)'" }
        return flags
    }

    /// Whether a sandbox that listens on its own machine shows its metrics to that machine.
    ///
    /// In any other case the metrics have their own listener, because a proxy on this machine would publish them.
    var showsMetricsHere: Bool {
        isSandbox && metricsListener == nil && Listener(address: address, port: port).isLoopback
    }
}
