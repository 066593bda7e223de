import Synchronization

/// One field that several tasks share.
final class Mutexed<Value: Sendable>: Sendable {
    private let state: Mutex<Value>

    init(_ value: Value) { state = Mutex(value) }

    var value: Value {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }

    func change(_ body: (inout Value) -> Void) { state.withLock { body(&$0) } }
}
