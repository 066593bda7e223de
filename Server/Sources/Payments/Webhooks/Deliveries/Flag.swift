import ChaveBase
import Synchronization

/// A flag that becomes true once.
final class Flag: Sendable {
    private let state = Mutex(false)

    var value: Bool { state.withLock { $0 } }

    func store(_ value: Bool) { state.withLock { $0 = value } }
}
