import Foundation

/// Collects what happened, from whatever thread.
final class Recorded<Value: Sendable>: @unchecked Sendable {
    // Sendable because `values` is read and written only while `lock` is held.
    private var values: [Value] = []
    private let lock = NSLock()

    var all: [Value] { lock.withLock { values } }

    func add(_ value: Value) { lock.withLock { values.append(value) } }
}
