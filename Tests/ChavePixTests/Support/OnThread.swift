import Foundation

/// Runs blocking code on a thread of its own, as an app without tasks has it.
func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
    }
}

/// What `body` throws, on a thread of its own.
func thrownOnThread(_ body: @escaping @Sendable () throws -> Void) async throws -> (any Error)? {
    try await onThread {
        do {
            try body()
            return nil
        } catch {
            return error
        }
    }
}
