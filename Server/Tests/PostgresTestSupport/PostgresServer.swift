public import Foundation
import Synchronization

/// A PostgreSQL of a test's own: its files in a folder of its own, on a free port of this machine, with the settings that
/// keep what was committed.
///
/// It ends when the test ends it, and when the test's process ends in whatever way.
public final class PostgresServer: Sendable {
    public let port: Int
    public let directory: URL
    private let process = Mutex<ChildProcess?>(nil)
    private let watchman: Watchman

    /// Makes one and starts it; no thread of Swift's waits for that.
    public static func started(settings: [String] = []) async throws -> PostgresServer {
        try await Limit.apart {
            let server = try PostgresServer(settings: settings)
            do {
                try server.start()
            } catch {
                server.remove()
                throw error
            }
            return server
        }
    }

    /// Makes the database's files; the server is not started.
    ///
    /// - Parameter settings: lines of `postgresql.conf`.
    /// - Throws: where PostgreSQL's programs are missing or fail, with what they said.
    public init(settings: [String] = []) throws {
        directory = DataFolder.next()
        port = try FreePort.next()
        watchman = try Watchman(over: directory.path)
        do {
            try makeFiles(settings)
        } catch {
            remove()
            throw error
        }
    }

    private func makeFiles(_ settings: [String]) throws {
        try PostgresPrograms.makeFolder(directory)
        try NewServerFiles.copy(to: data)
        try append(
            [
                "listen_addresses = '127.0.0.1'", "port = \(port)", "unix_socket_directories = '\(directory.path)'",
                "fsync = on", "shared_buffers = 32MB", "logging_collector = off", "dynamic_shared_memory_type = mmap",
            ] + settings
        )
    }

    private var data: String { directory.appendingPathComponent("data").path }
    private var log: String { directory.appendingPathComponent("log").path }

    /// Where a client finds it.
    public func connectionString(database: String = "postgres") -> String {
        "postgres://chave@127.0.0.1:\(port)/\(database)"
    }

    /// The postmaster's process, when it runs.
    public var pid: Int32? { process.withLock { $0?.isRunning == true ? $0?.pid : nil } }

    /// Starts it and returns when it takes connections.
    public func start() throws {
        let (path, arguments) = try PostgresPrograms.command("postgres", ["-D", data])
        let process = try ChildProcess(path, arguments, output: log)
        self.process.withLock { $0 = process }
        let limit = ContinuousClock.now + .seconds(60)
        while ContinuousClock.now < limit {
            if PostgresPlainly.isReady(connectionString()) { return }
            guard process.isRunning else { break }
            usleep(20_000)
        }
        let said = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
        throw PostgresPrograms.Missing(description: "PostgreSQL did not start: \(said.suffix(600))")
    }

    /// Ends it in order: sessions are ended, what they did is undone, files are as they should be.
    public func stop() { end(with: SIGINT) }

    /// Ends it at once, as `pg_ctl stop -m immediate`: the next start goes through the log.
    public func stopAtOnce() { end(with: SIGQUIT) }

    /// Kills every process of it, as the kernel would when memory is short.
    public func killAll() {
        let all = processes
        for child in all { kill(child, SIGKILL) }
        wait()
        // The next start is refused as long as one of them has the old one's memory.
        let limit = ContinuousClock.now + .seconds(20)
        while !all.allSatisfy(ProcessTable.isGone), ContinuousClock.now < limit { usleep(2_000) }
    }

    /// Every process stands still: connections are open, and nobody answers.
    public func freeze() { for child in processes { kill(child, SIGSTOP) } }

    /// They go on.
    public func thaw() { for child in processes.reversed() { kill(child, SIGCONT) } }

    /// Ends it and takes its files away.
    public func remove() {
        thaw()
        end(with: SIGQUIT)
        SharedMemory.release(leftBy: data)
        try? FileManager.default.removeItem(at: directory)
        watchman.dismiss()
    }

    /// Who may log in, and how: lines of `pg_hba.conf`, from the next start; before that this machine may without a word.
    public func allow(_ lines: [String]) throws {
        try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: URL(fileURLWithPath: data + "/pg_hba.conf"))
    }

    /// Adds to `postgresql.conf`; it holds from the next start.
    public func append(_ settings: [String]) throws {
        let file = URL(fileURLWithPath: data + "/postgresql.conf")
        let handle = try FileHandle(forWritingTo: file)
        try handle.seekToEnd()
        try handle.write(contentsOf: Data((settings.joined(separator: "\n") + "\n").utf8))
        try handle.close()
    }

    private func end(with signal: Int32) {
        if let pid { kill(pid, signal) }
        wait()
    }

    private func wait() {
        let process = process.withLock { $0.take() }
        process?.wait(seconds: 30)
    }

    /// The postmaster and its children.
    private var processes: [Int32] {
        guard let pid else { return [] }
        let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        let children = all.compactMap { Int32($0) }.filter { ProcessTable.parent(of: $0) == pid }
        return [pid] + children
    }
}
