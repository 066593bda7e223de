public import ChaveBase
public import ChavePixModel

/// What can happen to a payment intent.
public enum PaymentIntentEvent: Hashable, Sendable {
    case consentCreated(deadline: Timestamp)
    case challenge(PaymentIntentState.Challenge, deadline: Timestamp)
    /// An assertion that the platform has verified: the authorisation is about to leave.
    case approval(PaymentIntentState.Approval)
    /// An assertion that does not hold: it spends the challenge all the same.
    case approvalInvalid
    /// The bank authorised; the payment is about to leave, with these bytes on every try.
    case authorised(payment: Sealed)
    /// The bank says that a payment has used the consent up: ours, which is asked for by sending it once more.
    case consumed(payment: Sealed)
    /// The bank has the payment.
    case paymentKnown
    /// ACSC.
    case settled
    /// A certain no: nothing moved.
    case refused(PaymentIntentEnd)
    /// The consent ended unconsumed: nothing moved and nothing can.
    case consentLapsed
    /// The enrollment or the receiving account can no longer be used.
    case groundLost(FailureCode)
    case cancel
    case clockTick
}

/// An event that cannot come in this state.
public struct UnexpectedPaymentIntentEvent: Error, Hashable, Sendable {
    public let state: PaymentIntentState
    public let event: PaymentIntentEvent
}

/// What follows from an event, beside the new state; stored with it.
public enum PaymentIntentEffect: Hashable, Sendable {
    /// Tell the merchant.
    case notifyMerchant
}
