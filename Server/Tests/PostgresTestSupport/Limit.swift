import Dispatch
import Foundation

/// What ends a run of tests that would stand still for ever.
public enum Limit {
    /// Runs `body`; when it takes longer than `seconds`, the process ends as failed and names the test.
    ///
    /// A wait that no cancellation reaches, and threads that are all taken, are ended by nothing less.
    public static func hold<Value>(
        _ name: String,
        seconds: Int = 300,
        _ body: () async throws -> Value
    ) async rethrows -> Value {
        let end = DispatchWorkItem {
            FileHandle.standardError.write(Data("\(name) took longer than \(seconds) seconds\n".utf8))
            _exit(1)
        }
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(seconds), execute: end)
        defer { end.cancel() }
        return try await body()
    }

    /// Runs what waits on a thread of its own, so that no other test stands still meanwhile.
    public static func apart<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            Thread { continuation.resume(with: Result(catching: body)) }.start()
        }
    }
}
