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

            It looks at the files that such a server opens: give it the flags that
            'chave serve' is given. Without these, and without a file of settings,
            it looks at each file that is there.
            """
    )

    @OptionGroup var data: StoreOptions
    @Option(help: "The port a server would listen on.") var port = 8080
    @Flag(help: "For a server with the sandbox.") var sandbox = false
    @Flag(help: "For a server with the operator's pages.") var console = false
    @Flag(help: "For a server with sign-in.") var signIn = false
    @Option(help: "The folder of a bank on the wire: looks at its files and at its directory, and at nothing else.")
    var participant: String?
    @OptionGroup var platform: PlatformFileOption
    @Option(help: "How the outside reaches the server.") var publicURL: String?
    @Option(help: "The host of sign-in, another than the payments'.") var signInURL: String?

    func validate() throws { try Parse.requirePort(port) }

    func run() async throws {
        try await reporting {
            guard let participant else { return try await examine() }
            var isWell = true
            for check in await ParticipantExamination(participant).checks() {
                isWell = say(check.name, check.problem) && isWell
            }
            if !isWell { throw ExitCode.failure }
        }
    }

    private func examine() async throws {
        let place = try await data.place()
        let parts = try await data.parts(flags)
        let ofDatabase = await databaseChecks(place)
        var isWell = true
        for check in ofDatabase { isWell = say(check.name, check.problem) && isWell }
        // The data of an unreachable database cannot be checked.
        let isReached = place.database == nil || ofDatabase.count > 1
        let host = try await hostProblem()
        if parts?.hasSignIn == true { isWell = say("host of sign-in", host) && isWell }
        for check in checks(place, parts, isReached: isReached) {
            isWell = say(check.name, await check.problem()) && isWell
        }
        isWell = try await examinePlatform() && isWell
        let risks = isReached ? await risks(place) : []
        for risk in risks { Terminal.say("\(Terminal.dim("risk")) \(risk)") }
        if !isWell { throw ExitCode.failure }
    }

    /// Looks at the platform's file of Open Finance, where there is one, and at what it names.
    private func examinePlatform() async throws -> Bool {
        guard let path = try await platform.pathIfGiven(data) else { return true }
        let isWell = Mutexed(true)
        let participant = PlatformExamination(path).examine { step in
            if !say("Open Finance: \(step.name)", step.problem) { isWell.value = false }
        }
        return isWell.value && participant != nil
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

    /// Prints the result of a check, and returns whether it found no problem.
    private func say(_ name: String, _ problem: String?) -> Bool {
        let mark = problem == nil ? Terminal.green("ok  ") : Terminal.red("bad ")
        Terminal.say("\(mark) \(name)\(problem.map { ": \($0)" } ?? "")")
        return problem == nil
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
        try? await DataDirectory.administerSignIn(place) { signIn in
            try await signIn.forEachTenant { tenant in
                for risk in try await signIn.redirectRisks(of: tenant.tenant) {
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

    private func checks(_ place: DataPlace, _ parts: ServerParts?, isReached: Bool) -> [Check] {
        let directory = place.directory
        let ofData = Check(name: "data and keys") { await DoctorCommand.dataProblem(place, parts) }
        return [Check(name: "data directory \(directory)") { DoctorCommand.directoryProblem(directory) }]
            + (isReached ? [ofData] : [])
            + [
                Check(name: "disk") { DoctorCommand.diskProblem(directory) },
                Check(name: "clock") { DoctorCommand.clockProblem() },
                Check(name: "port \(port)") { FreePort.problem(port) },
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
