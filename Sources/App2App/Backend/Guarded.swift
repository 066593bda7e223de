import Foundation

/// A value behind a lock, for systems that have no `Mutex` yet.
///
/// The lock is never held across an `await` or a call to code that is not ours.
final class Guarded<Value>: @unchecked Sendable {
    // Sendable because `value` is read and written only while `lock` is held.
    private var value: Value
    private let lock = NSLock()

    init(_ value: sending Value) { self.value = value }

    func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
