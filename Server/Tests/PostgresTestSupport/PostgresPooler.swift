import Foundation

/// A pgbouncer before a server: many clients, a few sessions that are handed out by transaction.
public final class PostgresPooler: Sendable {
    private let directory: URL
    private let port: Int
    private let process: ChildProcess
    private let watchman: Watchman

    /// Makes one and starts it; no thread of Swift's waits for that.
    public static func started(before server: PostgresServer, sessions: Int) async throws -> PostgresPooler {
        try await Limit.apart { try PostgresPooler(before: server, sessions: sessions) }
    }

    private init(before server: PostgresServer, sessions: Int) throws {
        directory = DataFolder.next()
        port = try FreePort.next()
        watchman = try Watchman(over: directory.path)
        try PostgresPrograms.makeFolder(directory)
        let file = directory.appendingPathComponent("pgbouncer.ini")
        let lines = [
            "[databases]", "postgres = host=127.0.0.1 port=\(server.port) dbname=postgres user=chave", "[pgbouncer]",
            "listen_addr = 127.0.0.1", "listen_port = \(port)", "unix_socket_dir =", "auth_type = any",
            "pool_mode = transaction", "default_pool_size = \(sessions)", "max_client_conn = 200",
        ]
        try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: file)
        let (path, arguments) = try PostgresPrograms.command("pgbouncer", ["-q", file.path])
        let log = directory.appendingPathComponent("log").path
        process = try ChildProcess(path, arguments, output: log)
        let limit = ContinuousClock.now + .seconds(60)
        while ContinuousClock.now < limit, process.isRunning {
            if PostgresPlainly.isReady(connectionString) { return }
            usleep(20_000)
        }
        let said = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
        remove()
        throw PostgresPrograms.Missing(description: "pgbouncer did not start: \(said.suffix(600))")
    }

    /// Where a client finds it.
    public var connectionString: String { "postgres://chave@127.0.0.1:\(port)/postgres" }

    /// Ends it and takes its files away.
    public func remove() {
        kill(process.pid, SIGKILL)
        process.wait(seconds: 30)
        try? FileManager.default.removeItem(at: directory)
        watchman.dismiss()
    }
}
