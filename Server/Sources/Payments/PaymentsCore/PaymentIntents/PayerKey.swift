import ChaveBase
import Synchronization

/// The payer's data key, read at most once in a run: while the intent is open its customer is not erased.
final class PayerKey: Sendable {
    private let known: Mutex<CustomerKey?>

    init(_ key: CustomerKey?) { known = Mutex(key) }

    var value: CustomerKey? {
        get { known.withLock { $0 } }
        set { known.withLock { $0 = newValue } }
    }
}
