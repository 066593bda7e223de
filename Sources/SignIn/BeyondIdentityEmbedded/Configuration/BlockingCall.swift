import Dispatch

/// A call of the system that may take its time and gives no way to wait without a thread.
enum BlockingCall {
    /// Runs `body` on a thread of Dispatch's own: the few threads that tasks share go on meanwhile.
    static func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { done in
            DispatchQueue.global(qos: .userInitiated).async { done.resume(returning: body()) }
        }
    }
}
