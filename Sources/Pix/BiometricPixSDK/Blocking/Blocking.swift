import ChaveBase
import ChavePix
import Dispatch

/// Runs asynchronous work while the calling thread waits.
///
/// The work runs detached on Swift's own threads and never needs the caller's thread or actor, so a wait on the main
/// thread also ends. The work needs one of Swift's own threads: callers in tasks that block all of these threads wait
/// for ever.
enum Blocking {
    static func run<Value: Sendable>(
        _ call: StaticString,
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
        _ call: StaticString,
        warning: BlockingWarning = .standard,
        _ work: @escaping @Sendable () async -> Value
    ) -> Value {
        warning.note(call)
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
}
