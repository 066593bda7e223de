/// An intent as it was stored a moment ago, and what was read for it.
struct StoredIntent: Sendable {
    var intent: PaymentIntent
    /// The data key of its payer.
    var payerKey: CustomerKey?
    /// As it was read for the intent; whether it may still be used is read when it counts.
    var enrollment: Enrollment?
    /// The request that made it just now.
    var creation: IntentCreation?
}
