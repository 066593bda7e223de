import Foundation

/// A value behind a lock.
///
/// The clients run on iOS 15, which has no `Mutex`. The lock is never held across an `await` or a call to code that is
/// not ours.
package final class Locked<Value>: @unchecked Sendable {
    // Sendable because `value` is read and written only while `lock` is held.
    private var value: Value
    private let lock = NSLock()

    package init(_ value: sending Value) { self.value = value }

    package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
