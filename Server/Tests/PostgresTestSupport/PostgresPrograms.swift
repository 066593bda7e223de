import Foundation

/// Where PostgreSQL's programs are, and who may run them.
enum PostgresPrograms {
    struct Missing: Error, CustomStringConvertible {
        var description: String
    }

    /// The newest of Debian's versions, which stand beside each other and not in the path.
    static func path(of program: String) throws -> String {
        let root = "/usr/lib/postgresql"
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
        let newest = versions.compactMap { Int($0) }.sorted(by: >).map { "\(root)/\($0)/bin/\(program)" }
        let elsewhere = ["/usr/bin", "/usr/sbin", "/usr/local/bin", "/opt/homebrew/bin"].map { "\($0)/\(program)" }
        guard let found = (newest + elsewhere).first(where: FileManager.default.isExecutableFile(atPath:)) else {
            throw Missing(description: "\(program) is not there: scripts/setup test installs PostgreSQL")
        }
        return found
    }

    /// The program and its arguments, run by another than root, whom PostgreSQL refuses.
    static func command(_ program: String, _ arguments: [String]) throws -> (path: String, arguments: [String]) {
        let path = try path(of: program)
        guard let owner = try unprivileged() else { return (path, arguments) }
        let identity = ["--reuid", "\(owner.user)", "--regid", "\(owner.group)", "--clear-groups", "--"]
        return ("/usr/bin/setpriv", identity + [path] + arguments)
    }

    /// Debian's user for PostgreSQL, when these tests are root's; `nil` when they are somebody else's.
    static func unprivileged() throws -> (user: UInt32, group: UInt32)? {
        guard geteuid() == 0 else { return nil }
        guard let entry = getpwnam("postgres") else {
            throw Missing(description: "there is no user postgres: scripts/setup test installs PostgreSQL")
        }
        return (entry.pointee.pw_uid, entry.pointee.pw_gid)
    }

    /// Makes a folder that belongs to whoever runs them.
    static func makeFolder(_ folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        guard let owner = try unprivileged() else { return }
        guard chown(folder.path, owner.user, owner.group) == 0 else {
            throw Missing(description: "the folder cannot be given to PostgreSQL's user")
        }
    }

    /// Runs a program to its end.
    static func run(_ program: String, _ arguments: [String]) throws {
        let (path, arguments) = try command(program, arguments)
        let output = FileManager.default.temporaryDirectory.appendingPathComponent("said-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: output) }
        let code = try ChildProcess(path, arguments, output: output.path).wait()
        guard code == 0 else {
            let said = (try? String(contentsOf: output, encoding: .utf8)) ?? ""
            throw Missing(description: "\(program) failed: \(said.suffix(600))")
        }
    }
}
