import ChavePix
import ChaveTransport
import Dispatch
import Foundation

/// Runs asynchronous work while the calling thread waits.
///
/// The work runs detached on Swift's own threads and never needs the caller's thread or actor, so waiting on the main
/// thread ends too. What it does need is one of Swift's own threads: callers that wait on all of them, from tasks, wait
/// for ever.
enum Blocking {
    static func run<Value: Sendable>(
        _ call: StaticString = #function,
        _ work: @escaping @Sendable () async throws(PixError) -> Value
    ) throws(BiometricPixSDKError) -> Value {
        let result: Result<Value, PixError> = wait(call) {
            do throws(PixError) {
                return .success(try await work())
            } catch {
                return .failure(error)
            }
        }
        switch result {
        case .success(let value): return value
        case .failure(let error): throw BiometricPixSDKError(error)
        }
    }

    static func wait<Value: Sendable>(
        _ call: StaticString = #function,
        _ work: @escaping @Sendable () async -> Value
    ) -> Value {
        warnInsideTask(call)
        let done = DispatchSemaphore(value: 0)
        let answer = Locked<Value?>(nil)
        Task.detached(priority: .userInitiated) {
            let value = await work()
            answer.withLock { $0 = value }
            done.signal()
        }
        while true {
            done.wait()
            if let value = answer.withLock({ $0 }) { return value }
        }
    }

    private static let hasWarned = Locked(false)

    /// Once per run of a debug build: blocking calls from many tasks at once exhaust Swift's own threads.
    private static func warnInsideTask(_ call: StaticString) {
        guard isDebugBuild, withUnsafeCurrentTask(body: { $0 != nil }) else { return }
        let isFirst = hasWarned.withLock { hasWarned in
            defer { hasWarned = true }
            return !hasWarned
        }
        guard isFirst else { return }
        let text = "BiometricPixSDK: \(call) blocks its thread and was called from a task; use sdk.client there.\n"
        FileHandle.standardError.write(Data(text.utf8))
    }

    /// `assert` looks at its condition in debug builds only.
    private static let isDebugBuild: Bool = {
        var isDebug = false
        assert(
            {
                isDebug = true
                return true
            }()
        )
        return isDebug
    }()
}
