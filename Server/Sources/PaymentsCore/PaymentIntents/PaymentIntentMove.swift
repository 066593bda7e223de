/// What happened to an intent at a moment, and is stored with what happens next.
///
/// It has its own version and its own entry of the audit; a crash before it is stored leaves an intent whose next try repeats
/// the call under its stored key and hears the same.
struct PaymentIntentMove: Sendable {
    let event: PaymentIntentEvent
    let moment: Moment
    /// What the event sets besides.
    let also: @Sendable (inout PaymentIntent) -> Void
}
