import ChaveBase

/// An event of an intent that is stored in one write with the event after it.
///
/// It has its own version and its own entry of the audit; a crash before it is stored leaves an intent whose next try repeats
/// the call under its stored key and hears the same.
struct PaymentIntentMove: Sendable {
    let event: PaymentIntentEvent
    let moment: Moment
    /// Sets the fields that the event itself leaves alone.
    let also: @Sendable (inout PaymentIntent) -> Void
}
