import ArgumentParser
import ServerHost

/// The settings as flags; variables, the file and defaults give the others.
struct ServeOptions: ParsableArguments {
    @Option(help: "The data directory. [default: chave/server in the XDG data directory]") var data: String?
    @Option(help: "A PostgreSQL that holds what all nodes share; with a password by CHAVE_DATABASE. [default: files]")
    var database: String?
    @Option(help: "Connections to it, of this node; in the sandbox twice as many, and four more. [default: 8]")
    var databaseConnections: Int?
    @Option(help: "prepared, or unnamed for pgbouncer by transaction. [default: prepared]")
    var databaseStatements: String?
    @Flag(help: "Add the sandbox bank and a merchant to try things with.") var sandbox = false
    @Option(help: "Where else a page may use the sandbox's passkeys: http://localhost:8081. Several with commas.")
    var origin: String?
    @Flag(help: "Add the operator's pages at /console, for whoever has the operator's key. [default: in the sandbox]")
    var console = false
    @Flag(help: "Add sign-in without passwords, for tenants that 'chave tenants' makes. [default: in the sandbox]")
    var signIn = false
    @Option(help: "The host of sign-in, another than the payments', such as https://id.example.com.")
    var signInURL: String?
    @Option(help: "A file that says who the platform is in Open Finance: banks are then reached over the wire.")
    var openFinance: String?
    @Option(help: "A program like /usr/sbin/sendmail that takes the mails of sign-in.") var sendmail: String?
    @Option(help: "Whom these mails are from, such as sign-in@example.com.") var mailFrom: String?
    @Option(help: "The address to listen on. [default: 127.0.0.1 in the sandbox, otherwise 0.0.0.0]")
    var bind: String?
    @Option(help: "The port to listen on; 0 takes a free one. [default: 8080]") var port: Int?
    @Option(help: "How the outside reaches this server, such as https://pay.example.com.")
    var publicURL: String?
    @Option(help: "Other names that proxies and watchers call this server by, with commas.") var hostNames: String?
    @Option(help: "trace, debug, info, notice, warning, error or critical. [default: info]") var logLevel: String?
    @Option(help: "The certificate and its chain, PEM: the server speaks TLS.") var tlsCert: String?
    @Option(help: "The certificate's key, PEM, not readable by others.") var tlsKey: String?
    @Option(help: "Where /metrics is, such as 127.0.0.1:9464. [default: nowhere; in the sandbox on its port]")
    var metricsBind: String?
    @Option(help: "Proxies whose word on a client's address counts: addresses or networks, with commas.")
    var trustedProxy: String?
    @Option(help: "Which header they write: x-forwarded-for or forwarded. [default: x-forwarded-for]")
    var proxyHeader: String?
    @Option(help: "Requests a second of one client address; 0 is no limit.") var addressRate: Int?
    @Option(help: "How many of them at once.") var addressBurst: Int?
    @Option(help: "Writes a second of one API key; 0 is no limit.") var writeRate: Int?
    @Option(help: "How many of them at once.") var writeBurst: Int?
    @Option(help: "Reads a second of one API key, but for what apps poll; 0 is no limit.") var readRate: Int?
    @Option(help: "How many of them at once.") var readBurst: Int?
    @Option(help: "What sign-in's devices poll, a second from one address; 0 is no limit.") var pollRate: Int?
    @Option(help: "How many of them at once.") var pollBurst: Int?
    @Option(help: "How long an app's access token lives, 1 to 60. [default: 15]") var accessTokenMinutes: Int?
    @Option(help: "Requests that are worked on at a time. [default: 2048]") var maxRequests: Int?
    @Option(help: "Requests that wait for a change at a time. [default: 20000]") var maxWaiting: Int?
    @Option(help: "How many of those from one address, but for the Payments API; 0 is no limit.")
    var addressWaiting: Int?
    @Option(help: "Connections. [default: what the system allows this process, less 256]") var maxConnections: Int?
    @Option(help: "How long /readyz says no before the socket closes. [default: 5, in the sandbox 0]")
    var drainDelaySeconds: Int?
    @Option(help: "How long requests may take after that. [default: 20]") var drainSeconds: Int?
    @Option(help: "Not ready with less free disk than that. [default: 64]") var diskReserveMib: Int?
    @Option(help: "A directory for copies of the databases, made while the server runs.") var backupTo: String?
    @Option(help: "How often. [default: 24]") var backupEveryHours: Int?
    @Option(help: "How many copies are kept. [default: 7]") var backupKeep: Int?

    var values: [Setting: SettingsSources.Value] {
        var values: [Setting: SettingsSources.Value] = [:]
        let texts: [Setting: String?] = [
            .data: data, .database: database, .databaseStatements: databaseStatements, .origins: origin, .bind: bind,
            .publicURL: publicURL, .hostNames: hostNames, .signInURL: signInURL, .logLevel: logLevel,
            .tlsCertificate: tlsCert,
            .tlsKey: tlsKey, .metricsBind: metricsBind, .trustedProxy: trustedProxy, .proxyHeader: proxyHeader,
            .backupTo: backupTo, .openFinance: openFinance, .sendmail: sendmail, .mailFrom: mailFrom,
        ]
        let numbers: [Setting: Int?] = [
            .port: port, .databaseConnections: databaseConnections,
            .addressRate: addressRate, .addressBurst: addressBurst, .writeRate: writeRate,
            .writeBurst: writeBurst, .readRate: readRate, .readBurst: readBurst, .pollRate: pollRate,
            .pollBurst: pollBurst, .addressWaiting: addressWaiting,
            .accessTokenMinutes: accessTokenMinutes, .maximumRequests: maxRequests, .maximumWaiting: maxWaiting,
            .maximumConnections: maxConnections, .drainDelaySeconds: drainDelaySeconds, .drainSeconds: drainSeconds,
            .diskReserve: diskReserveMib, .backupEvery: backupEveryHours, .backupKeep: backupKeep,
        ]
        for case (let setting, let text?) in texts { values[setting] = .text(text) }
        for case (let setting, let number?) in numbers { values[setting] = .number(number) }
        if sandbox { values[.sandbox] = .flag(true) }
        if console { values[.console] = .flag(true) }
        if signIn { values[.signIn] = .flag(true) }
        return values
    }
}
