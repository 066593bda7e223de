import ChaveTransport
import Foundation
import ServiceLifecycle

/// This program, started again as a process of its own, which ends when its starter ends.
///
/// The starter holds the other end of its standard input. A command with `--ends-with-input` ends when that input ends,
/// also after a `kill -9` of the starter.
final class ChildProgram: Sendable {
    /// The flag of a command that ends with its standard input.
    static let flag = "--ends-with-input"

    private let process: Process
    private let input: FileHandle
    let name: String
    /// Where its output goes.
    let log: String

    init(_ name: String, _ arguments: [String], log: String) throws {
        self.name = name
        self.log = log
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = arguments + [ChildProgram.flag]
        // Settings of the starter are not those of its programs.
        process.environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("CHAVE_") }
        let pipe = Pipe()
        process.standardInput = pipe
        let isMade = FileManager.default.createFile(
            atPath: log,
            contents: nil,
            attributes: [.posixPermissions: 0o600]
        )
        guard isMade, let output = FileHandle(forWritingAtPath: log) else {
            throw CommandFailure("\(log) cannot be written. Check the folder's owner, or give another --data.")
        }
        process.standardOutput = output
        process.standardError = output
        do { try process.run() } catch {
            throw CommandFailure(
                "\(name) cannot be started: \(error.localizedDescription). Check the limits of memory and processes."
            )
        }
        self.process = process
        input = pipe.fileHandleForWriting
    }

    /// Waits until the program answers at `url`.
    ///
    /// - Throws: a ``CommandFailure`` with the end of its log, when it has ended or needs more than a minute.
    func untilReady(_ url: String) async throws {
        let transport = URLSessionTransport()
        let limit = ContinuousClock.now + .seconds(60)
        while ContinuousClock.now < limit, process.isRunning {
            if await (try? transport.send(HTTPRequest(method: .get, url: url)))?.status == 200 { return }
            try await Task.sleep(for: .milliseconds(50))
        }
        let said = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
        throw CommandFailure("\(name) does not start. Its log, \(log), ends with:\n\(said.suffix(600))")
    }

    /// Asks the program to end, and waits; one that needs more than half a minute is killed.
    ///
    /// - Returns: its exit code.
    @discardableResult
    func end() async -> Int32 {
        try? input.close()
        let limit = ContinuousClock.now + .seconds(30)
        while process.isRunning, ContinuousClock.now < limit { try? await Task.sleep(for: .milliseconds(20)) }
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        while process.isRunning { try? await Task.sleep(for: .milliseconds(20)) }
        return process.terminationStatus
    }
}

/// The end of a program's standard input.
enum InputEnd {
    /// Ends `group` when the input has ended; one that needs more than a minute is cancelled by the return.
    static func end(_ group: ServiceGroup) async throws {
        await wait()
        await group.triggerGracefulShutdown()
        try await Task.sleep(for: .seconds(60))
    }

    /// Returns when the input has ended, or the task was cancelled.
    private static func wait() async {
        var descriptor = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        while !Task.isCancelled {
            try? await Task.sleep(for: .milliseconds(200))
            guard poll(&descriptor, 1, 0) > 0 else { continue }
            var byte: UInt8 = 0
            if read(STDIN_FILENO, &byte, 1) <= 0 { return }
        }
    }
}
