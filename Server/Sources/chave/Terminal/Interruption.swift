import ArgumentParser
import Foundation
import Synchronization
import UnixSignals

/// Ctrl-C and SIGTERM for commands that must clean up before they end.
enum Interruption {
    /// Runs `body`, and `cancel` when a signal asks for the end; a second signal ends the program at once.
    ///
    /// - Throws: ``ArgumentParser/ExitCode/interrupted`` when `body` failed after a signal, because the signal is the
    ///   cause.
    static func watching(
        cancel: @escaping @Sendable () async -> Void,
        _ body: () async throws -> Void
    ) async throws {
        let isInterrupted = Mutexed(false)
        let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
        let watch = Task {
            for await _ in signals {
                if isInterrupted.value { Foundation.exit(ExitCode.interrupted.rawValue) }
                isInterrupted.value = true
                Task { await cancel() }
            }
        }
        defer { watch.cancel() }
        do {
            try await body()
        } catch {
            guard isInterrupted.value else { throw error }
            Terminal.note("cancelled")
            throw ExitCode.interrupted
        }
    }

    /// Runs a body whose calls end when their task is cancelled; a signal cancels that task.
    static func cancelling(_ body: @escaping @Sendable () async throws -> Void) async throws {
        let task = Task { try await body() }
        try await watching(cancel: { task.cancel() }) { try await task.value }
    }
}

/// One field that several tasks share.
final class Mutexed<Value: Sendable>: Sendable {
    private let state: Mutex<Value>

    init(_ value: Value) { state = Mutex(value) }

    var value: Value {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }

    func change(_ body: (inout Value) -> Void) { state.withLock { body(&$0) } }
}
