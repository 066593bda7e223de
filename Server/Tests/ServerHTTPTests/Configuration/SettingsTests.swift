import ChaveBase
import Foundation
import PaymentsCore
import PostgresClient
import SignInMail
import Testing

@testable import HTTPKernel
@testable import ServerHost

/// Flags over variables over a file, and what is refused.
struct SettingsTests {
    private static func settings(
        flags: [Setting: SettingsSources.Value] = [:],
        environment: [String: String] = [:],
        file: String? = nil,
        mode: Int = 0o600
    ) async throws -> ServerSettings {
        var path: String?
        if let file {
            let place = NSTemporaryDirectory() + "chave-settings-" + UUID().uuidString + ".json"
            try Data(file.utf8).write(to: URL(fileURLWithPath: place))
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: place)
            path = place
        }
        defer { if let path { try? FileManager.default.removeItem(atPath: path) } }
        let sources = try await SettingsSources(flags: flags, environment: environment, file: path)
        return try ServerSettings(sources, dataDirectory: "/data") { text, _ in text.hasPrefix("https://") ? text : nil
        }
    }

    private static let minimal = ["CHAVE_PUBLIC_URL": "https://pay.example.com"]

    @Test func flagsCountBeforeVariablesAndTheseBeforeTheFile() async throws {
        let file = #"{"port": 1, "bind": "1.1.1.1", "log-level": "debug", "sandbox": true}"#
        let environment = ["CHAVE_PORT": "2", "CHAVE_BIND": "2.2.2.2"]
        let settings = try await Self.settings(flags: [.port: .number(3)], environment: environment, file: file)
        #expect(settings.configuration.port == 3)
        #expect(settings.configuration.address == "2.2.2.2")
        #expect(settings.logLevel == "debug")
        #expect(settings.configuration.isSandbox)
        let sources = Dictionary(uniqueKeysWithValues: settings.lines.map { ($0.setting, $0.source) })
        #expect(sources[.port] == "--port")
        #expect(sources[.bind] == "CHAVE_BIND")
        #expect(sources[.logLevel]?.hasSuffix(".json") == true)
        #expect(sources[.drainSeconds] == "default")
    }

    /// A command that looks at the socket before the server does looks at the same one.
    @Test(
        arguments: [
            ([:], false, "0.0.0.0", 8_080), ([:], true, "127.0.0.1", 8_080),
            (["CHAVE_SANDBOX": "true", "CHAVE_PORT": "81"], false, "127.0.0.1", 81),
            (["CHAVE_BIND": "10.0.0.1"], true, "10.0.0.1", 8_080),
        ] as [([String: String], Bool, String, Int)]
    )
    func whereAServerWouldListenIsKnownBefore(
        _ environment: [String: String],
        _ isSandbox: Bool,
        _ address: String,
        _ port: Int
    ) async throws {
        let sources = try await SettingsSources(flags: [:], environment: environment, file: nil)
        let listener = try ServerSettings.listener(sources, isSandbox: isSandbox)
        #expect(listener == .init(address: address, port: port))
    }

    @Test func everySettingIsShownOnce() async throws {
        let settings = try await Self.settings(environment: Self.minimal)
        #expect(Set(settings.lines.map(\.setting)) == Set(Setting.allCases))
        #expect(settings.lines.count == Setting.allCases.count)
    }

    /// Each line is of its variable, and shows its value unless that is a secret.
    @discardableResult
    private func expectTaken(_ values: [Setting: String]) async throws -> ServerConfiguration {
        let environment = Dictionary(uniqueKeysWithValues: values.map { ($0.key.variable, $0.value) })
        let settings = try await Self.settings(environment: environment)
        for line in settings.lines where values[line.setting] != nil {
            #expect(line.source == line.setting.variable)
            #expect(line.value == (line.setting.isSecret ? "<redacted>" : values[line.setting]))
        }
        return settings.configuration
    }

    @Test func everySettingIsTakenFromItsVariable() async throws {
        let values: [Setting: String] = [
            .data: "/d", .database: "postgres://chave@db.example:5433/pay", .databaseConnections: "19",
            .databaseStatements: "unnamed", .sandbox: "true", .origins: "http://localhost:8081,https://localhost:8443",
            .openFinance: "/o", .console: "true", .signIn: "true", .sendmail: "/usr/sbin/sendmail",
            .mailFrom: "sign-in@example.com", .bind: "127.0.0.2", .port: "9",
            .publicURL: "https://a.example", .hostNames: "chave.internal", .signInURL: "https://id.a.example",
            .logLevel: "error", .tlsCertificate: "/c", .tlsKey: "/k", .metricsBind: "127.0.0.1:9", .metricsToken: "s",
            .trustedProxy: "10.0.0.1, 10.1.0.0/16", .proxyHeader: "forwarded", .addressRate: "1", .addressBurst: "2",
            .writeRate: "3", .writeBurst: "4", .readRate: "5", .readBurst: "6", .pollRate: "16", .pollBurst: "17",
            .accessTokenMinutes: "15", .maximumRequests: "7", .addressWaiting: "18",
            .maximumWaiting: "8", .maximumConnections: "9", .drainDelaySeconds: "10", .drainSeconds: "11",
            .diskReserve: "12", .backupTo: "/b", .backupEvery: "13", .backupKeep: "14",
        ]
        #expect(Set(values.keys) == Set(Setting.allCases))
        // Copies of files and a database elsewhere do not go together: each is read by itself.
        // Nor do a sandbox and a host of sign-in's own, or a sandbox's origins and banks of Open Finance.
        try await expectTaken(values.filter { ![.backupTo, .sandbox, .origins].contains($0.key) })
        let together = values.filter { ![.database, .signInURL, .openFinance].contains($0.key) }
        let configuration = try await expectTaken(together)
        #expect(configuration.origins == ["http://localhost:8081", "https://localhost:8443"])
        #expect(configuration.tls == TLSFiles(certificate: "/c", key: "/k"))
        #expect(configuration.admission.writes == RateLimit(perSecond: 3, burst: 4))
        #expect(configuration.admission.concurrent == 7)
        #expect(configuration.admission.polls == RateLimit(perSecond: 16, burst: 17))
        #expect(configuration.admission.waitingOfAddress == 18)
        #expect(configuration.drainDelayMilliseconds == 10_000)
        #expect(configuration.diskReserveBytes == 12 << 20)
        #expect(configuration.backups == .init(directory: "/b", everyHours: 13, keep: 14))
        #expect(configuration.metricsToken == "s")
        #expect(configuration.hasSignIn)
        let sender = try #require(MailAddress("sign-in@example.com"))
        #expect(configuration.mailProgram == .init(path: "/usr/sbin/sendmail", sender: sender))
    }

    @Test(arguments: [
        (["CHAVE_PRT": "1"], "", "CHAVE_PRT"), ([:], #"{"prot": 1}"#, "prot"), (["CHAVE_PORT": "many"], "", "port"),
        (["CHAVE_PORT": "99999"], "", "port"), ([:], #"{"port": "x"}"#, "port"), ([:], #"{"port": {"a": 1}}"#, "port"),
        ([:], "[]", "JSON object"), ([:], #"{"port": 1, "port": 2}"#, "JSON object"), ([:], "{", "JSON object"),
        (["CHAVE_PUBLIC_URL": "ftp://x"], "", "public-url"), (["CHAVE_LOG_LEVEL": "loud"], "", "log-level"),
        (["CHAVE_TLS_CERT": "/c"], "", "tls-key"), (["CHAVE_TLS_KEY": "/k"], "", "tls-cert"),
        (["CHAVE_TRUSTED_PROXY": "a.example"], "", "trusted-proxy"),
        (["CHAVE_PROXY_HEADER": "via"], "", "proxy-header"),
        (["CHAVE_METRICS_BIND": "9464"], "", "metrics-bind"), (["CHAVE_METRICS_BIND": ":9464"], "", "metrics-bind"),
        (["CHAVE_SANDBOX": "perhaps"], "", "sandbox"), (["CHAVE_MAX_REQUESTS": "0"], "", "max-requests"),
        (["CHAVE_TLS_CERT": "", "CHAVE_SANDBOX": "true"], "", "tls-cert"),
        (["CHAVE_BIND": ""], #"{"bind": "10.0.0.1"}"#, "bind"),
        (["CHAVE_SIGN_IN": "true"], "", "sendmail"), (["CHAVE_SENDMAIL": "/usr/sbin/sendmail"], "", "mail-from"),
        (["CHAVE_MAIL_FROM": "a@b.example"], "", "sendmail"),
        (["CHAVE_SENDMAIL": "sendmail", "CHAVE_MAIL_FROM": "a@b.example"], "", "sendmail"),
        (["CHAVE_SENDMAIL": "/usr/sbin/sendmail", "CHAVE_MAIL_FROM": "a@b, c@d"], "", "mail-from"),
        (["CHAVE_ACCESS_TOKEN_MINUTES": "0"], "", "access-token-minutes"),
        (["CHAVE_ACCESS_TOKEN_MINUTES": "61"], "", "access-token-minutes"),
        ([:], #"{"access-token-minutes": 1.5}"#, "access-token-minutes"),
        (["CHAVE_DATABASE": "mysql://somewhere"], "", "database"),
        (["CHAVE_DATABASE": "postgres://h/d", "CHAVE_BACKUP_TO": "/b"], "", "backup-to"),
        (["CHAVE_DATABASE_STATEMENTS": "simple"], "", "database-statements"),
        (["CHAVE_DATABASE_CONNECTIONS": "0"], "", "database-connections"),
    ])
    func whatIsWrongIsNamed(_ environment: [String: String], _ file: String, _ name: String) async throws {
        let all = Self.minimal.merging(environment) { _, new in new }
        let refusal = await #expect(throws: SettingsRefusal.self) {
            try await Self.settings(environment: all, file: file.isEmpty ? nil : file)
        }
        #expect(refusal?.description.contains(name) == true, "\(String(describing: refusal))")
    }

    /// A browser lets pages of `localhost` alone use the sandbox's passkeys, and writes an origin in one way.
    @Test(arguments: [
        "localhost:8081", "http://localhost:8081/", "http://localhost:80", "https://localhost:443",
        "HTTP://localhost:8081", "http://Localhost:8081", "http://127.0.0.1:8081", "http://shop.localhost:8081",
        "https://shop.example",
        "http://localhost:8081,", "http://localhost:8081 http://localhost:8082", "http://a@localhost:8081", "null", "*",
    ])
    func whatIsNoOriginOfThisMachineIsRefused(_ text: String) async throws {
        let environment = ["CHAVE_SANDBOX": "true", "CHAVE_ORIGIN": text]
        let refusal = await #expect(throws: SettingsRefusal.self) { try await Self.settings(environment: environment) }
        guard case .invalid(.origins, source: "CHAVE_ORIGIN", _) = refusal else {
            Issue.record("\(text): \(String(describing: refusal))")
            return
        }
    }

    @Test func originsAreASandboxsAlone() async throws {
        let origin = ["CHAVE_ORIGIN": "http://localhost:8081"]
        let outside = await #expect(throws: SettingsRefusal.self) {
            try await Self.settings(environment: Self.minimal.merging(origin) { $1 })
        }
        #expect(outside?.description.contains("CHAVE_SANDBOX") == true)
        let onTheWire = origin.merging(["CHAVE_SANDBOX": "true", "CHAVE_OPEN_FINANCE": "/o"]) { $1 }
        let refusal = await #expect(throws: SettingsRefusal.self) { try await Self.settings(environment: onTheWire) }
        guard case .conflict(.origins, .openFinance, _) = refusal else {
            Issue.record("\(String(describing: refusal))")
            return
        }
    }

    @Test func aSandboxTakesPasskeysOfItsOwnAddressAndOfTheNamedOrigins() async throws {
        let environment = ["CHAVE_SANDBOX": "true", "CHAVE_ORIGIN": "http://localhost:8081, http://localhost:8082"]
        let configuration = try await Self.settings(environment: environment).configuration
        let origins = ["http://localhost:8080", "http://localhost:8081", "http://localhost:8082"]
        let policy = PaymentsPolicy(configuration)
        #expect(policy.extraOrigins == origins)
        let without = try await Self.settings(environment: ["CHAVE_SANDBOX": "true"]).configuration
        #expect(PaymentsPolicy(without).extraOrigins == ["http://localhost:8080"])
        let outside = try await Self.settings(environment: Self.minimal).configuration
        #expect(PaymentsPolicy(outside).extraOrigins == [])
    }

    @Test(arguments: [1, 15, 60])
    func anAccessTokenLivesAsLongAsTheOperatorSays(_ minutes: Int) async throws {
        let values: [SettingsSources.Value?] = [.number(minutes), nil]
        for value in values {
            let flags: [Setting: SettingsSources.Value] = value.map { [.accessTokenMinutes: $0] } ?? [:]
            let settings = try await Self.settings(flags: flags, environment: Self.minimal)
            let seconds = Int64(value == nil ? 15 : minutes) * 60
            #expect(settings.configuration.accessTokenSeconds == seconds)
            let policy = PaymentsPolicy(settings.configuration)
            #expect(policy.accessTokenSeconds == seconds)
        }
    }

    /// Banks on the wire that are known and never asked.
    private struct NamedBanks: OutsideBanks {
        var initiator = InitiatorFacts(
            ispb: "12345678",
            cnpj: "12345678000195",
            relyingPartyID: "pay.example.com",
            origins: ["https://loja.example", "android:apk-key-hash:x"]
        )

        func connect(_ place: BanksPlace) async throws -> any ConnectedBanks { throw CancellationError() }
    }

    /// The origins of the software statement count for ceremonies, and for the page around a frame (enrollments 2.3).
    @Test func originsOfTheSoftwareStatementAreThoseOfCeremonies() async throws {
        var configuration = try await Self.settings(environment: Self.minimal).configuration
        #expect(PaymentsPolicy(configuration).topOrigins == [])
        let banks = NamedBanks()
        configuration.banks = banks
        let policy = PaymentsPolicy(configuration)
        #expect(policy.extraOrigins == banks.initiator.origins && policy.topOrigins == banks.initiator.origins)
        #expect(policy.needsReceiversAccount && policy.relyingPartyID == "pay.example.com")
    }

    @Test func outsideTheSandboxTheAddressIsAskedFor() async throws {
        let refusal = await #expect(throws: SettingsRefusal.self) { try await Self.settings() }
        #expect(refusal?.description.contains("CHAVE_PUBLIC_URL") == true)
        #expect(try await Self.settings(environment: ["CHAVE_SANDBOX": "true"]).configuration.address == "127.0.0.1")
        #expect(try await Self.settings(environment: Self.minimal).configuration.address == "0.0.0.0")
    }

    private static let signIn = minimal.merging([
        "CHAVE_SIGN_IN": "true", "CHAVE_SENDMAIL": "/usr/sbin/sendmail", "CHAVE_MAIL_FROM": "id@example.com",
    ]) { $1 }

    /// Merchants' apps may use the passkeys and open the links of the payments' host (decision 0012).
    @Test(arguments: [
        nil, "https://pay.example.com", "https://PAY.example.com", "https://pay.example.com:8443",
        "http://id.example.com",
    ])
    func signInOnThePaymentsHostDoesNotStart(_ address: String?) async throws {
        let environment = Self.signIn.merging(address.map { ["CHAVE_SIGN_IN_URL": $0] } ?? [:]) { $1 }
        let refusal = await #expect(throws: SettingsRefusal.self) { try await Self.settings(environment: environment) }
        let sentence = try #require(refusal?.description)
        #expect(sentence.contains("sign-in-url"))
        let sources = try await SettingsSources(flags: [:], environment: environment, file: nil)
        let problem = try ServerSettings.problemOfSignInHost(sources) { text, _ in
            text.hasPrefix("https://") ? text : nil
        }
        #expect(problem?.description == sentence, "the doctor says the same")
    }

    @Test func withAHostOfItsOwnSignInStarts() async throws {
        let environment = Self.signIn.merging(["CHAVE_SIGN_IN_URL": "https://id.example.com"]) { $1 }
        let configuration = try await Self.settings(environment: environment).configuration
        #expect(configuration.signInBaseURL == "https://id.example.com")
        #expect(configuration.baseURL == "https://pay.example.com")
        #expect(configuration.sharedHostRisk == nil)
        let sources = try await SettingsSources(flags: [:], environment: environment, file: nil)
        #expect(try ServerSettings.problemOfSignInHost(sources) { text, _ in text } == nil)
    }

    @Test func aSandboxHasOneHostAndSaysWhatThatMeansToOthers() async throws {
        let sandbox = ["CHAVE_SANDBOX": "true"]
        #expect(try await Self.settings(environment: sandbox).configuration.sharedHostRisk == nil)
        let reached = sandbox.merging(Self.minimal) { $1 }
        let risk = try await Self.settings(environment: reached).configuration.sharedHostRisk
        #expect(risk?.contains("--sign-in-url") == true)
        let apart = reached.merging(["CHAVE_SIGN_IN_URL": "https://id.example.com"]) { $1 }
        let refusal = await #expect(throws: SettingsRefusal.self) { try await Self.settings(environment: apart) }
        #expect(refusal?.description.contains("sandbox") == true)
    }

    @Test func anAddressOfSignInWithoutSignInIsNamed() async throws {
        let environment = Self.minimal.merging(["CHAVE_SIGN_IN_URL": "https://id.example.com"]) { $1 }
        let refusal = await #expect(throws: SettingsRefusal.self) { try await Self.settings(environment: environment) }
        #expect(refusal?.description.contains("CHAVE_SIGN_IN or") == true)
    }

    /// Elsewhere it is asked for, since people's mails go out.
    @Test func theSandboxAloneHasSignInWithoutBeingAsked() async throws {
        #expect(try await !Self.settings(environment: Self.minimal).configuration.hasSignIn)
        let sandbox = ["CHAVE_SANDBOX": "true"]
        #expect(try await Self.settings(environment: sandbox).configuration.hasSignIn)
        let without = sandbox.merging(["CHAVE_SIGN_IN": "false"]) { _, new in new }
        #expect(try await !Self.settings(environment: without).configuration.hasSignIn)
    }

    @Test func metricsForOtherMachinesNeedAToken() async throws {
        var environment = Self.minimal
        environment["CHAVE_METRICS_BIND"] = "0.0.0.0:9464"
        let refusal = await #expect(throws: SettingsRefusal.self) { try await Self.settings(environment: environment) }
        #expect(refusal?.description.contains("CHAVE_METRICS_TOKEN") == true)
        environment["CHAVE_METRICS_TOKEN"] = "secret-of-this-test"
        let settings = try await Self.settings(environment: environment)
        #expect(settings.configuration.metricsListener == .init(address: "0.0.0.0", port: 9_464))
        #expect(!"\(settings.lines)".contains("secret-of-this-test"))
        environment = Self.minimal.merging(["CHAVE_METRICS_BIND": "[::1]:9464"]) { _, new in new }
        #expect(try await Self.settings(environment: environment).configuration.metricsListener?.address == "::1")
    }

    @Test func aSecretIsTakenNeitherFromAFlagNorFromAFileOfOthers() async throws {
        await #expect(throws: SettingsRefusal.secretAsFlag(.metricsToken)) {
            try await Self.settings(flags: [.metricsToken: .text("s")], environment: Self.minimal)
        }
        let file = #"{"metrics-token": "s"}"#
        let refusal = await #expect(throws: SettingsRefusal.self) {
            try await Self.settings(environment: Self.minimal, file: file, mode: 0o644)
        }
        #expect(refusal?.description.contains("chmod 600") == true)
        let settings = try await Self.settings(environment: Self.minimal, file: file)
        #expect(settings.configuration.metricsToken == "s")
    }

    /// A way out that is none would be tried in vain.
    @Test func whatIsMissingIsAskedForByTheFlagsThatThereAre() {
        let secret = SettingsRefusal.missing(.metricsToken, reason: "").description
        #expect(secret.contains("CHAVE_METRICS_TOKEN") && !secret.contains("--metrics-token"))
        #expect(SettingsRefusal.missing(.publicURL, reason: "").description.contains("--public-url, CHAVE_PUBLIC_URL"))
    }

    @Test func whereTheDatabaseIsMayBeAFlagWithoutItsPassword() async throws {
        let address = "postgres://chave@one.example,two.example/pay"
        let sandbox = Self.minimal.merging(["CHAVE_SANDBOX": "true"]) { _, new in new }
        let settings = try await Self.settings(flags: [.database: .text(address)], environment: sandbox)
        let database = try #require(settings.configuration.database)
        #expect(database.connections == 8)
        #expect(database.statements == .prepared)
        #expect(database.description == "PostgreSQL at one.example, two.example, database pay")
        #expect(!"\(settings.lines)".contains("one.example"))
        let secret = "postgres://chave:a-word-of-this-test@one.example/pay"
        await #expect(throws: SettingsRefusal.secretAsFlag(.database)) {
            try await Self.settings(flags: [.database: .text(secret)], environment: sandbox)
        }
        let all = sandbox.merging(["CHAVE_DATABASE": secret]) { _, new in new }
        let taken = try await Self.settings(environment: all)
        #expect(taken.configuration.database != nil)
        #expect(!"\(taken.lines) \(taken.configuration)".contains("a-word-of-this-test"))
    }

    /// As commands find it that work on a server's data: flags before variables before the file, and no other setting.
    @Test func aCommandFindsTheDataWhereTheServerDoes() async throws {
        func place(_ flags: [Setting: SettingsSources.Value], _ environment: [String: String]) async throws -> DataPlace
        {
            let sources = try await SettingsSources(flags: flags, environment: environment, file: nil)
            return try ServerSettings.place(sources, dataDirectory: "/standard")
        }
        let nothing = try await place([:], [:])
        #expect(nothing.directory == "/standard" && nothing.database == nil)
        let variables = ["CHAVE_DATA": "/v", "CHAVE_DATABASE": "postgres://v.example/pay"]
        let said = try await place([:], variables)
        #expect(said.directory == "/v" && "\(said)" == "PostgreSQL at v.example, database pay")
        let flagged = try await place([.database: .text("postgres://f.example/pay"), .data: .text("/f")], variables)
        #expect(flagged.directory == "/f" && "\(flagged)" == "PostgreSQL at f.example, database pay")
        await #expect(throws: SettingsRefusal.secretAsFlag(.database)) {
            try await place([.database: .text("postgres://a:a-word-of-this-test@f.example/pay")], [:])
        }
    }

    @Test func otherCommandsVariablesAreLeftAlone() async throws {
        let others = [
            "CHAVE_DEVICE_DIR": "/x", "CHAVE_BASE_URL": "http://x", "CHAVE_KEYS": "/k", "PATH": "/bin", "CHAVEZ": "x",
        ]
        _ = try await Self.settings(environment: Self.minimal.merging(others) { _, new in new })
    }
}
