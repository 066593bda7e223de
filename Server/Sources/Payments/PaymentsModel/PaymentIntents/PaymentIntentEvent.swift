public import ChaveBase
public import ChavePixModel

/// An event of a payment intent.
public enum PaymentIntentEvent: Hashable, Sendable {
    case consentCreated(deadline: Timestamp)
    case challenge(PaymentIntentState.Challenge, deadline: Timestamp)
    /// An assertion that the platform has verified: the authorisation is about to be sent.
    case approval(PaymentIntentState.Approval)
    /// An invalid assertion; it uses up the challenge all the same.
    case approvalInvalid
    /// The bank authorised; the payment is about to be sent, with the same bytes on every try.
    case authorised(payment: Sealed)
    /// The bank reports that a payment has used the consent.
    ///
    /// That payment is ours; the platform learns its state by sending it once more.
    case consumed(payment: Sealed)
    /// The bank has the payment.
    case paymentKnown
    /// The bank has the payments of a schedule.
    case scheduleKnown(lookAt: Timestamp)
    /// A schedule goes on after this.
    case scheduleMoved(ScheduleMove, lookAt: Timestamp)
    /// The bank reports the payment status ACSC: settled; for a schedule, its last charge has an end, and one settled.
    case settled
    /// A certain refusal: no money moved.
    case refused(PaymentIntentEnd)
    /// The consent ended unconsumed: no money moved and none can.
    case consentLapsed
    /// The enrollment or the receiving account can no longer be used.
    case groundLost(FailureCode)
    case cancel
    case clockTick
}

/// Something that happened to a schedule without ending it; the raw value names it in audit rows.
public enum ScheduleMove: String, Hashable, Sendable, CaseIterable {
    /// Nothing new at the bank, or charges with an end.
    case read = "schedule-read"
    case cancellationAsked = "cancellation-asked"
    case cancellationAnswered = "cancellation-answered"
    case cancellationRefused = "cancellation-refused"
}

/// An event that is impossible in this state.
public struct UnexpectedPaymentIntentEvent: Error, Hashable, Sendable {
    public let state: PaymentIntentState
    public let event: PaymentIntentEvent
}

/// A consequence of an event beside the new state; stored with that state.
public enum PaymentIntentEffect: Hashable, Sendable {
    /// Notify the merchant.
    case notifyMerchant
}

/// An event of an intent that is stored in one write with the next event.
///
/// The event has its own version and its own audit entry. After a crash before that write, the next try repeats the
/// call under its stored key and receives the same response.
package struct PaymentIntentMove: Sendable {
    package let event: PaymentIntentEvent
    package let moment: Moment
    /// Sets the fields that the event itself does not change.
    package let also: @Sendable (inout PaymentIntent) -> Void

    package init(event: PaymentIntentEvent, moment: Moment, also: @escaping @Sendable (inout PaymentIntent) -> Void) {
        self.event = event
        self.moment = moment
        self.also = also
    }
}
