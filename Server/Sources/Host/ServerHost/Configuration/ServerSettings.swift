import ChaveBase
import Foundation
import HTTPKernel
import SignInMail

/// A server's settings, each with its source: `--print-config` prints them, and the server starts with them.
public struct ServerSettings: Sendable {
    /// One line of `--print-config`.
    public struct Line: Hashable, Sendable {
        public var setting: Setting
        /// The value as text; `nil` when nothing is set.
        public var value: String?
        public var source: String
    }

    public let configuration: ServerConfiguration
    public let logLevel: String
    public let lines: [Line]

    /// Reads every setting; `dataDirectory` is the default directory of the data.
    ///
    /// `publicURL` turns a text into the server's address; it returns `nil` when the text is none.
    public init(
        _ sources: SettingsSources,
        dataDirectory: String,
        publicURL: (_ text: String, _ isSandbox: Bool) -> String?
    ) throws(SettingsRefusal) {
        var reading = SettingsReading(sources)
        let isSandbox = try reading.flag(.sandbox, otherwise: false)
        let directory = try reading.text(.data, otherwise: dataDirectory)
        let listener = try ServerSettings.listener(&reading, isSandbox: isSandbox)
        var configuration = ServerConfiguration(
            dataDirectory: directory,
            address: listener.address,
            port: listener.port,
            isSandbox: isSandbox
        )
        configuration.database = try ServerSettings.database(&reading)
        configuration.openFinanceFile = try reading.text(.openFinance)
        configuration.origins = try ServerSettings.origins(&reading, configuration)
        configuration.namesDataDirectory = reading.source(.data) != SettingsReading.standard
        configuration.hasConsole = try reading.flag(.console, otherwise: isSandbox)
        configuration.hasSignIn = try reading.flag(.signIn, otherwise: isSandbox)
        configuration.mailProgram = try ServerSettings.mailProgram(&reading)
        try ServerSettings.requireMail(configuration)
        configuration.publicBaseURL = try ServerSettings.publicURL(&reading, isSandbox, publicURL)
        configuration.signInURL = try ServerSettings.signInURL(&reading, configuration, publicURL)
        configuration.hostNames = try ServerSettings.hostNames(&reading)
        configuration.tls = try ServerSettings.tls(&reading)
        configuration.metricsListener = try ServerSettings.metrics(&reading)
        configuration.metricsToken = try reading.text(.metricsToken)
        try ServerSettings.requireTokenForOthers(configuration)
        configuration.proxies = try ServerSettings.proxies(&reading)
        configuration.accessTokenSeconds =
            60 * Int64(try reading.number(.accessTokenMinutes, otherwise: Int(configuration.accessTokenSeconds / 60)))
        try ServerSettings.readLimits(&reading, into: &configuration)
        configuration.backups = try ServerSettings.backups(&reading)
        try ServerSettings.requireWhole(configuration)
        logLevel = try reading.text(
            .logLevel,
            otherwise: "info",
            oneOf: ["trace", "debug", "info", "notice", "warning", "error", "critical"]
        )
        self.configuration = configuration
        lines = reading.lines
    }

    private static func publicURL(
        _ reading: inout SettingsReading,
        _ isSandbox: Bool,
        _ read: (String, Bool) -> String?
    ) throws(SettingsRefusal) -> String? {
        guard let text = try reading.text(.publicURL) else {
            if isSandbox { return nil }
            throw .missing(.publicURL, reason: "outside the sandbox tokens and links name it.")
        }
        guard let url = read(text, isSandbox) else {
            throw .invalid(
                .publicURL,
                source: reading.source(.publicURL),
                rule: "an address such as https://pay.example.com"
            )
        }
        return url
    }

    private static func hostNames(_ reading: inout SettingsReading) throws(SettingsRefusal) -> [String] {
        guard let list = try reading.text(.hostNames) else { return [] }
        let names = list.split(separator: ",", omittingEmptySubsequences: false).map { $0.trimmingSpaces() }
        guard names.allSatisfy({ HostField.isName($0) }) else {
            throw .invalid(
                .hostNames,
                source: reading.source(.hostNames),
                rule: "names such as chave.internal, without ports and with commas between them"
            )
        }
        return names
    }

    private static func mailProgram(
        _ reading: inout SettingsReading
    ) throws(SettingsRefusal) -> ServerConfiguration.MailProgram? {
        switch (try reading.text(.sendmail), try reading.text(.mailFrom)) {
        case (nil, nil): return nil
        case (_?, nil): throw .missing(.mailFrom, reason: "a mail is from somebody.")
        case (nil, _?): throw .missing(.sendmail, reason: "nothing else sends mail.")
        case (let path?, let text?):
            guard path.hasPrefix("/") else {
                throw .invalid(
                    .sendmail,
                    source: reading.source(.sendmail),
                    rule: "a whole path such as /usr/sbin/sendmail"
                )
            }
            guard let sender = MailAddress(text) else {
                throw .invalid(
                    .mailFrom,
                    source: reading.source(.mailFrom),
                    rule: "a mail address such as sign-in@example.com"
                )
            }
            return ServerConfiguration.MailProgram(path: path, sender: sender)
        }
    }

    /// Requires a mail program outside the sandbox, where a person can sign in only after a mailed link.
    private static func requireMail(_ configuration: ServerConfiguration) throws(SettingsRefusal) {
        guard configuration.hasSignIn, !configuration.isSandbox, configuration.mailProgram == nil else { return }
        throw .missing(.sendmail, reason: "sign-in mails links to people.")
    }

    private static func tls(_ reading: inout SettingsReading) throws(SettingsRefusal) -> TLSFiles? {
        switch (try reading.text(.tlsCertificate), try reading.text(.tlsKey)) {
        case (nil, nil): return nil
        case (let certificate?, let key?): return TLSFiles(certificate: certificate, key: key)
        case (_?, nil): throw .missing(.tlsKey, reason: "a certificate is nothing without its key.")
        case (nil, _?): throw .missing(.tlsCertificate, reason: "a key is nothing without its certificate.")
        }
    }

    private static func metrics(
        _ reading: inout SettingsReading
    ) throws(SettingsRefusal) -> ServerConfiguration.Listener? {
        guard let text = try reading.text(.metricsBind) else { return nil }
        guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
            (1...65_535).contains(port), colon > text.startIndex
        else {
            throw .invalid(
                .metricsBind,
                source: reading.source(.metricsBind),
                rule: "an address and a port such as 127.0.0.1:9464"
            )
        }
        let address = text[..<colon].drop { $0 == "[" }.prefix { $0 != "]" }
        return ServerConfiguration.Listener(address: String(address), port: port)
    }

    /// Requires a token for metrics that other machines can reach.
    private static func requireTokenForOthers(_ configuration: ServerConfiguration) throws(SettingsRefusal) {
        guard let listener = configuration.metricsListener, !listener.isLoopback, configuration.metricsToken == nil
        else {
            return
        }
        throw .missing(.metricsToken, reason: "metrics that other machines can reach ask for it.")
    }

    private static func proxies(_ reading: inout SettingsReading) throws(SettingsRefusal) -> TrustedProxies {
        let names = TrustedProxies.Header.allCases.map(\.rawValue)
        let name = try reading.text(.proxyHeader, otherwise: names[0], oneOf: names)
        let header = TrustedProxies.Header(rawValue: name) ?? .xForwardedFor
        guard let list = try reading.text(.trustedProxy) else { return .none }
        let networks = list.split(separator: ",").map { $0.trimmingSpaces() }
        guard let proxies = TrustedProxies(networks, header: header) else {
            throw .invalid(
                .trustedProxy,
                source: reading.source(.trustedProxy),
                rule: "addresses or networks such as 10.0.0.0/8, with commas between them"
            )
        }
        return proxies
    }

    private static func readLimits(
        _ reading: inout SettingsReading,
        into configuration: inout ServerConfiguration
    ) throws(SettingsRefusal) {
        var limits = configuration.admission
        limits.address = try reading.rate(.addressRate, .addressBurst, otherwise: limits.address)
        limits.writes = try reading.rate(.writeRate, .writeBurst, otherwise: limits.writes)
        limits.reads = try reading.rate(.readRate, .readBurst, otherwise: limits.reads)
        limits.polls = try reading.rate(.pollRate, .pollBurst, otherwise: limits.polls)
        limits.concurrent = try reading.number(.maximumRequests, otherwise: limits.concurrent)
        // A quarter of the places is reserved for approvals.
        limits.reserved = limits.concurrent / 4
        limits.waiting = try reading.number(.maximumWaiting, otherwise: limits.waiting)
        limits.waitingOfAddress = try reading.number(.addressWaiting, otherwise: limits.waitingOfAddress)
        configuration.admission = limits
        configuration.maximumConnections = try reading.number(
            .maximumConnections,
            otherwise: configuration.maximumConnections
        )
        configuration.drainDelayMilliseconds =
            1_000
            * (try reading.number(.drainDelaySeconds, otherwise: configuration.drainDelayMilliseconds / 1_000))
        configuration.drainWithinMilliseconds =
            1_000 * (try reading.number(.drainSeconds, otherwise: configuration.drainWithinMilliseconds / 1_000))
        configuration.diskReserveBytes =
            Int64(try reading.number(.diskReserve, otherwise: Int(configuration.diskReserveBytes >> 20))) << 20
    }

    private static func backups(
        _ reading: inout SettingsReading
    ) throws(SettingsRefusal) -> ServerConfiguration.Backups? {
        let directory = try reading.text(.backupTo)
        let hours = try reading.number(.backupEvery, otherwise: 24)
        let keep = try reading.number(.backupKeep, otherwise: 7)
        return directory.map { ServerConfiguration.Backups(directory: $0, everyHours: hours, keep: keep) }
    }
}
