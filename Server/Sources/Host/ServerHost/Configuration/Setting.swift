import ChaveBase

/// All settings of `chave serve`; the raw value is the flag and the name in the file.
///
/// A test compares this list with the table of `docs/operations.md`.
public enum Setting: String, CaseIterable, Sendable {
    case data
    case database
    case databaseConnections = "database-connections"
    case databaseStatements = "database-statements"
    case sandbox
    case origins = "origin"
    case openFinance = "open-finance"
    case console
    case signIn = "sign-in"
    case signInURL = "sign-in-url"
    case sendmail
    case mailFrom = "mail-from"
    case bind
    case port
    case publicURL = "public-url"
    case hostNames = "host-names"
    case logLevel = "log-level"
    case tlsCertificate = "tls-cert"
    case tlsKey = "tls-key"
    case metricsBind = "metrics-bind"
    case metricsToken = "metrics-token"
    case trustedProxy = "trusted-proxy"
    case proxyHeader = "proxy-header"
    case addressRate = "address-rate"
    case addressBurst = "address-burst"
    case writeRate = "write-rate"
    case writeBurst = "write-burst"
    case readRate = "read-rate"
    case readBurst = "read-burst"
    case pollRate = "poll-rate"
    case pollBurst = "poll-burst"
    case accessTokenMinutes = "access-token-minutes"
    case maximumRequests = "max-requests"
    case maximumWaiting = "max-waiting"
    case addressWaiting = "address-waiting"
    case maximumConnections = "max-connections"
    case drainDelaySeconds = "drain-delay-seconds"
    case drainSeconds = "drain-seconds"
    case diskReserve = "disk-reserve-mib"
    case backupTo = "backup-to"
    case backupEvery = "backup-every-hours"
    case backupKeep = "backup-keep"

    public enum Kind: Hashable, Sendable {
        case text
        case number(ClosedRange<Int>)
        case flag
    }

    public var kind: Kind {
        switch self {
        case .sandbox, .console, .signIn: .flag
        case .port: .number(0...65_535)
        case .addressRate, .addressBurst, .writeRate, .writeBurst, .readRate, .readBurst, .pollRate, .pollBurst,
            .addressWaiting:
            .number(0...1_000_000)
        case .databaseConnections: .number(1...1_000)
        case .maximumRequests, .maximumWaiting, .maximumConnections: .number(1...1_000_000)
        case .accessTokenMinutes: .number(1...60)
        case .drainDelaySeconds, .drainSeconds: .number(0...600)
        case .diskReserve: .number(0...1_048_576)
        case .backupEvery: .number(1...8_760)
        case .backupKeep: .number(1...1_000)
        case .data, .database, .databaseStatements, .origins, .openFinance, .bind, .publicURL, .hostNames, .signInURL,
            .logLevel, .tlsCertificate, .tlsKey, .metricsBind, .metricsToken, .trustedProxy, .proxyHeader, .backupTo,
            .sendmail, .mailFrom:
            .text
        }
    }

    /// Whether the setting is secret: never shown, and never read from a file that other users may read.
    public var isSecret: Bool { self == .metricsToken || self == .database }

    /// Whether the setting has a flag, which every process of the machine may read.
    ///
    /// `database` has a flag: its value is refused there only when it contains a password.
    var hasFlag: Bool { self != .metricsToken }

    /// The environment variable of the setting.
    public var variable: String {
        "CHAVE_" + String(rawValue.uppercased().map { $0 == "-" ? "_" : $0 })
    }

    /// Variables of other commands, which a shell may also have set.
    static let othersVariables: Set<String> = [
        "CHAVE_BASE_URL", "CHAVE_DEVICE_DIR", "CHAVE_DEVICE_GESTURE", "CHAVE_SECRET_PASSWORD", "CHAVE_CONFIG",
        "CHAVE_KEYS", "CHAVE_WORK", "CHAVE_POLL_SECONDS",
    ]
}
