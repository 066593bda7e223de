import Dispatch

/// A system call that may block its thread and has no asynchronous form.
enum BlockingCall {
    /// Runs `body` on a thread of Dispatch, so that the few threads that tasks share stay free.
    static func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { done in
            DispatchQueue.global(qos: .userInitiated).async { done.resume(returning: body()) }
        }
    }
}
