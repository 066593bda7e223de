import ChaveWire
import Foundation
import LoadGenerator
import Synchronization

/// The process of the waiting clients, for the paying process.
///
/// It reads its order from its standard input and ends when that is closed; it writes its report to its standard
/// output.
final class WaitingProcess: Sendable {
    private struct State {
        var report = WaitingReport()
        var unread: [UInt8] = []
        /// The process's input; `nil` after it was told to end.
        var input: FileHandle?
        var hasEnded = false
        var isKilled = false
    }

    private let state = Mutex(State())
    private let identifier: Int32
    /// The process, kept so that it is reaped.
    private let process: Process

    /// Starts this program again as the process of the waiting clients.
    init(_ order: WaitingOrder) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe")
        process.arguments = [LoadWaitingCommand.name]
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        do {
            try process.run()
        } catch {
            throw CommandFailure("The process of the waiting clients cannot be started.")
        }
        identifier = process.processIdentifier
        self.process = process
        state.withLock { $0.input = input.fileHandleForWriting }
        output.fileHandleForReading.readabilityHandler = { [self] handle in
            let bytes = [UInt8](handle.availableData)
            if bytes.isEmpty { handle.readabilityHandler = nil }
            read(bytes)
        }
        try? input.fileHandleForWriting.write(contentsOf: Data("\(order.json.text)\n".utf8))
    }

    /// The last report of the process.
    var report: WaitingReport { state.withLock { $0.report } }
    private var hasEnded: Bool { state.withLock { $0.hasEnded } }

    /// Returns when `count` clients wait.
    ///
    /// - Throws: ``CommandFailure`` when the process has ended before.
    func untilHeld(_ count: Int) async throws {
        while report.held < count {
            guard !hasEnded else {
                throw CommandFailure("The process of the waiting clients ended with \(report.held) of \(count).")
            }
            try await Task.sleep(for: .milliseconds(50))
        }
    }

    /// Tells the process to end its clients' waits, and then itself.
    func end() {
        let input = state.withLock { state in
            defer { state.input = nil }
            return state.input
        }
        try? input?.close()
    }

    /// Ends the process, and returns its last report; a process that is a minute late is killed.
    ///
    /// Clients that still wait then count as lost, unless ``kill()`` ended the process.
    func ended() async -> WaitingReport {
        end()
        let limit = ContinuousClock.now + .seconds(60) + .milliseconds(2 * report.held)
        while !hasEnded, ContinuousClock.now < limit { try? await Task.sleep(for: .milliseconds(20)) }
        var report = report
        if !state.withLock(\.isKilled) { report.lose() }
        if !hasEnded { kill() }
        return report
    }

    /// Kills the process now.
    func kill() {
        end()
        guard !hasEnded else { return }
        state.withLock { $0.isKilled = true }
        Foundation.kill(identifier, SIGTERM)
    }

    private func read(_ bytes: [UInt8]) {
        state.withLock { state in
            guard !bytes.isEmpty else {
                state.hasEnded = true
                return
            }
            state.unread += bytes
            while let end = state.unread.firstIndex(of: UInt8(ascii: "\n")) {
                let line = Array(state.unread[..<end])
                state.unread.removeFirst(end + 1)
                if let json = try? JSONValue(parsing: line), let report = WaitingReport(json: json) {
                    state.report = report
                }
            }
        }
    }
}
