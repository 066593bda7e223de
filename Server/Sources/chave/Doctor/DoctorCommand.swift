import ArgumentParser
import Foundation
import ServerHTTP
import SignInCore

struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Say what is missing or misconfigured on this machine, and how to mend it.",
        discussion: """
            Exit code 0 when a server can start, 1 otherwise. Lines with "risk" name
            addresses of sign-in that another app or program could take, and a proxy
            that the settings do not name.
            """
    )

    @OptionGroup var data: DataOption
    @Option(help: "The port a server would listen on.") var port = 8080

    func validate() throws { try Parse.requirePort(port) }

    func run() async throws {
        var isWell = true
        for check in checks {
            let problem = await check.problem()
            isWell = isWell && problem == nil
            let mark = problem == nil ? Terminal.green("ok  ") : Terminal.red("bad ")
            Terminal.say("\(mark) \(check.name)\(problem.map { ": \($0)" } ?? "")")
        }
        for risk in await risks() { Terminal.say("\(Terminal.dim("risk")) \(risk)") }
        if !isWell { throw ExitCode.failure }
    }

    /// What a server starts with all the same, and its people should know; whatever keeps it from being read is said above.
    private func risks() async -> [String] {
        var lines: [String] = []
        if let risk = try? await ServeCommand.settings([:], file: nil).configuration.proxyRisk { lines.append(risk) }
        try? await DataDirectory.administerSignIn(data.directory) { signIn in
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

    private var checks: [Check] {
        let directory = data.directory
        return [
            Check(name: "data directory \(directory)") { DoctorCommand.directoryProblem(directory) },
            Check(name: "data and keys") { await DoctorCommand.dataProblem(directory) },
            Check(name: "disk") { DoctorCommand.diskProblem(directory) },
            Check(name: "clock") { DoctorCommand.clockProblem() },
            Check(name: "port \(port)") { FreePort.problem(port) },
        ]
    }

    private static func directoryProblem(_ directory: String) -> String? {
        let folder = nearestFolder(directory)
        // Tried, not asked: what the rights say is not what root, a read-only disk or a file in the way let happen.
        let probe = "\(folder)/chave-doctor-\(UUID().uuidString)"
        guard mkdir(probe, 0o700) == 0 else {
            return "nothing can be made in \(folder). Give another --data, or change its owner."
        }
        rmdir(probe)
        return nil
    }

    private static func dataProblem(_ directory: String) async -> String? {
        do { return try await DataDirectory.problem(directory) } catch { return Sentence.of(error) }
    }

    private static func diskProblem(_ directory: String) -> String? {
        guard let attributes = try? FileManager.default.attributesOfFileSystem(forPath: nearestFolder(directory)),
            let free = (attributes[.systemFreeSize] as? NSNumber)?.int64Value
        else { return "the free space cannot be read" }
        return free > 256 * 1024 * 1024 ? nil : "less than 256 MiB are free. Make room before you start."
    }

    /// The directory itself, or the one in which it would be made.
    private static func nearestFolder(_ directory: String) -> String {
        var folder = URL(fileURLWithPath: directory)
        while !FileManager.default.fileExists(atPath: folder.path), folder.path != "/" {
            folder.deleteLastPathComponent()
        }
        return folder.path
    }

    private static func clockProblem() -> String? {
        // A certificate or a token made today would be refused by everybody else.
        Date() > Date(timeIntervalSince1970: 1_735_689_600) ? nil : "it is before 2025. Set the clock."
    }
}
