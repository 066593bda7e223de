import Dispatch

/// Waits for `work` on the fuzzer's thread: it calls a target again only after it has returned.
func onThisThread<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) throws -> Value {
    let outcome = Outcome<Value>()
    let done = DispatchSemaphore(value: 0)
    Task.detached {
        do {
            outcome.result = .success(try await work())
        } catch {
            outcome.result = .failure(error)
        }
        done.signal()
    }
    done.wait()
    return try outcome.result.get()
}

/// Unchecked: written before the semaphore is signalled, read after it was waited for.
private final class Outcome<Value: Sendable>: @unchecked Sendable {
    var result: Result<Value, any Error> = .failure(CancellationError())
}
