import Synchronization

/// One value that several hold.
final class Shared<Value: Sendable>: Sendable {
    private let content: Mutex<Value>

    init(_ value: Value) { content = Mutex(value) }

    var value: Value {
        get { content.withLock { $0 } }
        set { content.withLock { $0 = newValue } }
    }

    func change<Answer: Sendable>(_ work: (inout Value) -> Answer) -> Answer { content.withLock { work(&$0) } }
}
