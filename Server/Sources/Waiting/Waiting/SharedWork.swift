import Synchronization

/// Work that only one task of this process does for a key at a time; the others wait for its result.
package final class SharedWork<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let tasks = Mutex<[Key: Task<Value, Never>]>([:])

    package init() {}

    /// The result of the work under way for `key`, or of `work`.
    ///
    /// Cancelling a caller ends nothing; the work has the task-local values of its first caller.
    package func value(for key: Key, _ work: @escaping @Sendable () async -> Value) async -> Value {
        let task = tasks.withLock { tasks in
            if let known = tasks[key] { return known }
            let new = Task { await work() }
            tasks[key] = new
            return new
        }
        let value = await task.value
        tasks.withLock { if $0[key] == task { $0[key] = nil } }
        return value
    }
}
