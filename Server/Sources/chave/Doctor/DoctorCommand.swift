import ArgumentParser
import Foundation
import ServerHTTP

struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Say what is missing or misconfigured on this machine, and how to mend it.",
        discussion: "Exit code 0 when a server can start, 1 otherwise."
    )

    @OptionGroup var data: DataOption
    @Option(help: "The port a server would listen on.") var port = 8080

    func run() async throws {
        var isWell = true
        for check in checks {
            let problem = check.problem()
            isWell = isWell && problem == nil
            let mark = problem == nil ? Terminal.green("ok  ") : Terminal.red("bad ")
            Terminal.say("\(mark) \(check.name)\(problem.map { ": \($0)" } ?? "")")
        }
        if !isWell { throw ExitCode.failure }
    }

    private struct Check {
        let name: String
        let problem: () -> String?
    }

    private var checks: [Check] {
        let directory = data.directory
        return [
            Check(name: "data directory \(directory)") { DoctorCommand.directoryProblem(directory) },
            Check(name: "keys") { DoctorCommand.keysProblem(directory) },
            Check(name: "disk") { DoctorCommand.diskProblem(directory) },
            Check(name: "clock") { DoctorCommand.clockProblem() },
            Check(name: "port \(port)") {
                FreePort.isFree(port) ? nil : "somebody listens there. Use another --port, or stop it."
            },
        ]
    }

    private static func directoryProblem(_ directory: String) -> String? {
        var folder = directory
        while !FileManager.default.fileExists(atPath: folder), folder != "/" {
            folder = (folder as NSString).deletingLastPathComponent
        }
        return FileManager.default.isWritableFile(atPath: folder)
            ? nil : "\(folder) is not writable. Give another --data, or change its owner."
    }

    private static func keysProblem(_ directory: String) -> String? {
        for name in ["field.json", "token.json"] {
            let path = "\(directory)/keys/\(name)"
            guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else { continue }
            let mode = (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0o777
            if mode & 0o077 != 0 { return "others may read \(path). Run: chmod 600 \(path)" }
        }
        return nil
    }

    private static func diskProblem(_ directory: String) -> String? {
        var folder = directory
        while !FileManager.default.fileExists(atPath: folder), folder != "/" {
            folder = (folder as NSString).deletingLastPathComponent
        }
        guard let attributes = try? FileManager.default.attributesOfFileSystem(forPath: folder),
            let free = (attributes[.systemFreeSize] as? NSNumber)?.int64Value
        else { return "the free space cannot be read" }
        return free > 256 * 1024 * 1024 ? nil : "less than 256 MiB are free. Make room before you start."
    }

    private static func clockProblem() -> String? {
        // A certificate or a token made today would be refused by everybody else.
        Date() > Date(timeIntervalSince1970: 1_735_689_600) ? nil : "it is before 2025. Set the clock."
    }
}
