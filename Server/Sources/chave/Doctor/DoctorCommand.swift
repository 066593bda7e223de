import ArgumentParser
import ChaveBase
import Foundation
import OpenFinanceClient
import ServerHost
import SignInCore
import SignInModel
import WireHost

struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Say what is missing or misconfigured on this machine, and how to mend it.",
        discussion: """
            Exit code 0 when a server can start, 1 otherwise. Lines with "risk" name
            addresses of sign-in that another app or program could take, and a proxy
            that the settings do not name. Over PostgreSQL it asks that too: version,
            clock, schemas, rights of the role, connections.

            It looks at the files that such a server opens, and at the address where
            it listens: give it the flags that 'chave serve' is given. Without these,
            and without a file of settings, it looks at each file that is there.

            Examples:
              chave doctor --sandbox
              chave doctor --config /etc/chave/chave.json --json
            """
    )

    @OptionGroup var data: StoreOptions
    @Option(help: "The port a server would listen on. [default: the settings', else 8080]") var port: Int?
    @Option(help: "The address it would listen on. [default: the settings', else as chave serve has it]")
    var bind: String?
    @Flag(help: "For a server with the sandbox.") var sandbox = false
    @Flag(help: "For a server with the operator's pages.") var console = false
    @Flag(help: "For a server with sign-in.") var signIn = false
    @Option(help: "The folder of a bank on the wire: looks at its files and at its directory, and at nothing else.")
    var participant: String?
    @OptionGroup var platform: PlatformFileOption
    @Option(help: "How the outside reaches the server.") var publicURL: String?
    @Option(help: "The host of sign-in, another than the payments'.") var signInURL: String?
    @Flag(help: #"Print {"well": …, "checks": […], "risks": […]}."#) var json = false

    func validate() throws { try port.map(Parse.requirePort) }

    func run() async throws {
        try await reporting {
            let report = DoctorReport(isJSON: json)
            if let participant {
                for check in await ParticipantExamination(participant).checks() {
                    report.check(check.name, check.problem)
                }
            } else {
                try await examine(report)
            }
            try report.end()
        }
    }

    private func examine(_ report: DoctorReport) async throws {
        let place = try await data.place()
        let parts = try await data.parts(flags)
        let listener = try await listener(place, parts)
        let ofDatabase = await databaseChecks(place)
        for check in ofDatabase { report.check(check.name, check.problem) }
        // The data of an unreachable database cannot be checked.
        let isReached = place.database == nil || ofDatabase.count > 1
        let host = try await hostProblem()
        if parts?.hasSignIn == true { report.check("host of sign-in", host) }
        for check in checks(place, parts, listener, isReached: isReached) {
            report.check(check.name, await check.problem())
        }
        try await examinePlatform(report)
        let risks = isReached ? await risks(place) : []
        for risk in risks { report.risk(risk) }
    }

    /// Looks at the platform's file of Open Finance, where there is one, and at what it names.
    private func examinePlatform(_ report: DoctorReport) async throws {
        guard let path = try await platform.pathIfGiven(data) else { return }
        let hasFailed = Mutexed(false)
        let participant = PlatformExamination(path).examine { step in
            report.check("Open Finance: \(step.name)", step.problem)
            if step.problem != nil { hasFailed.value = true }
        }
        if participant == nil, !hasFailed.value { report.check("Open Finance", "\(path) cannot be used") }
    }

    /// The address where such a server would listen; without settings, the data of a sandbox are a sandbox's.
    private func listener(_ place: DataPlace, _ parts: ServerParts?) async throws -> ServerConfiguration.Listener {
        var flags = flags
        if let port { flags[.port] = .number(port) }
        if let bind { flags[.bind] = .text(bind) }
        let sources = try await data.sources(of: [.sandbox, .port, .bind], flags)
        let merchant = try? SandboxMerchant.stored(in: place.directory)
        return try ServerSettings.listener(sources, isSandbox: parts?.isSandbox ?? (merchant != nil))
    }

    /// The settings of `chave serve` that decide which files it opens.
    private var flags: [Setting: SettingsSources.Value] {
        let given: [(Setting, Bool)] = [(.sandbox, sandbox), (.console, console), (.signIn, signIn)]
        return Dictionary(uniqueKeysWithValues: given.filter(\.1).map { ($0.0, .flag(true)) })
    }

    /// The problem if merchants' apps could use the passkeys of people who sign in.
    private func hostProblem() async throws -> String? {
        var flags = flags
        if let publicURL { flags[.publicURL] = .text(publicURL) }
        if let signInURL { flags[.signInURL] = .text(signInURL) }
        let sources = try await data.sources(of: [.sandbox, .signIn, .publicURL, .signInURL], flags)
        return try ServerSettings.problemOfSignInHost(sources, publicURL: ServeCommand.publicURL)?.description
    }

    /// The checks of the database; none when the stores are files, and invalid settings of a server count as its
    /// defaults.
    private func databaseChecks(_ place: DataPlace) async -> [DatabaseExamination.Check] {
        let configuration = try? await ServeCommand.settings([:], file: data.configurationFile).configuration
        return await DatabaseExamination(place, for: configuration)?.checks() ?? []
    }

    /// The risks that do not stop a server, but that its operators should know; read errors are reported above.
    private func risks(_ place: DataPlace) async -> [String] {
        var lines: [String] = []
        if let server = try? await ServeCommand.settings(flags, file: data.configurationFile).configuration {
            lines += [server.proxyRisk, server.sharedHostRisk].compactMap { $0 }
        }
        let sandbox = try? SandboxTenant.stored(in: place.directory)
        try? await DataDirectory.administerSignIn(place) { signIn in
            try await signIn.forEachTenant { tenant in
                for risk in try await signIn.redirectRisks(of: tenant.tenant) where sandbox?.made(risk) != true {
                    let whose = risk.client.map { "client \($0)" } ?? "profile"
                    lines.append("\(risk.tenant.text), \(whose), \(risk.address): \(risk.sentence)")
                }
            }
        }
        return lines
    }

    private struct Check {
        let name: String
        let problem: () async -> String?
    }

    private func checks(
        _ place: DataPlace,
        _ parts: ServerParts?,
        _ listener: ServerConfiguration.Listener,
        isReached: Bool
    ) -> [Check] {
        let directory = place.directory
        let ofData = Check(name: "data and keys") { await DoctorCommand.dataProblem(place, parts) }
        return [Check(name: "data directory \(directory)") { DoctorCommand.directoryProblem(directory) }]
            + (isReached ? [ofData] : [])
            + [
                Check(name: "disk") { DoctorCommand.diskProblem(directory) },
                Check(name: "clock") { DoctorCommand.clockProblem() },
                Check(name: "\(listener.address), port \(listener.port)") {
                    FreePort.problem(listener.port, at: listener.address)
                },
            ]
    }

    private static func directoryProblem(_ directory: String) -> String? {
        let folder = nearestFolder(directory)
        // The check makes a folder: permissions alone do not show the effect of root, a read-only disk or a file in the
        // way.
        let probe = "\(folder)/chave-doctor-\(UUID().uuidString)"
        guard mkdir(probe, 0o700) == 0 else {
            return "nothing can be made in \(folder). Give another --data, or change its owner."
        }
        rmdir(probe)
        return nil
    }

    private static func dataProblem(_ place: DataPlace, _ parts: ServerParts?) async -> String? {
        do { return try await DataDirectory.problem(place, of: parts) } catch { return Sentence.of(error) }
    }

    private static func diskProblem(_ directory: String) -> String? {
        guard let attributes = try? FileManager.default.attributesOfFileSystem(forPath: nearestFolder(directory)),
            let free = (attributes[.systemFreeSize] as? NSNumber)?.int64Value
        else { return "the free space cannot be read" }
        return free > 256 * 1024 * 1024 ? nil : "less than 256 MiB are free. Make room before you start."
    }

    /// The directory itself, or the existing one in which it would be made.
    private static func nearestFolder(_ directory: String) -> String {
        var folder = URL(fileURLWithPath: directory)
        while !FileManager.default.fileExists(atPath: folder.path), folder.path != "/" {
            folder.deleteLastPathComponent()
        }
        return folder.path
    }

    private static func clockProblem() -> String? {
        // Every other machine would refuse a certificate or a token that is made today.
        Date() > Date(timeIntervalSince1970: 1_735_689_600) ? nil : "it is before 2025. Set the clock."
    }
}
