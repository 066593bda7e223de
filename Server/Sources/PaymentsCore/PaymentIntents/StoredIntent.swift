import Synchronization

/// An intent as it was stored a moment ago, and what was read for it.
struct StoredIntent: Sendable {
    var intent: PaymentIntent
    /// The data key of its payer.
    var payerKey: CustomerKey?
    /// For what of an enrollment never changes; whether it may still be used is read when it counts.
    var enrollment: Enrollment?
}

/// The payer's data key, read at most once in a run: while the intent is open its customer is not erased.
final class PayerKey: Sendable {
    private let known: Mutex<CustomerKey?>

    init(_ key: CustomerKey?) { known = Mutex(key) }

    var value: CustomerKey? {
        get { known.withLock { $0 } }
        set { known.withLock { $0 = newValue } }
    }
}
