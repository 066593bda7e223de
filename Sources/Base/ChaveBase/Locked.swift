import Foundation

/// A value behind a lock.
///
/// The clients run on iOS 15, which has no `Mutex`. The lock is never held across an `await` or a call to foreign code.
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

/// A value of the app that an SDK passes to the queue of its callbacks.
///
/// The guides' callbacks are not Sendable and must not have to be. The type is unchecked because the SDK never uses the
/// value itself: the SDK stores the value and calls it on one queue. The app protects the state that its callback uses;
/// the protocols' documentation says so.
package struct Carried<Value>: @unchecked Sendable {
    package let value: Value

    package init(value: Value) { self.value = value }
}
