public import ChaveBase

/// What can happen to an enrollment: an answer of the bank, a call of the merchant or the device, or time.
public enum EnrollmentEvent: Hashable, Sendable {
    /// The bank made its enrollment.
    case bankCreated
    case signalsAccepted(deadline: Timestamp)
    /// The bank gave the address to send the holder to.
    case redirectReady
    /// A callback whose `id_token` holds.
    case callback(code: Sealed, deadline: Timestamp)
    /// A callback that says no, or whose `id_token` does not hold.
    case callbackFailed(EnrollmentEnd)
    /// The exchange is about to leave.
    case exchangeMarked
    case tokens(Sealed)
    case holderConfirmed(deadline: Timestamp)
    case options(EnrollmentState.Registration, deadline: Timestamp)
    case attestation(Sealed, deadline: Timestamp)
    /// The registration is about to leave.
    case registrationMarked
    case registered(checkAt: Timestamp)
    /// The bank refused the step under way and ended its enrollment with that.
    case refused(EnrollmentEnd)
    /// We cannot go on: it ends once the bank has ended it.
    case withdrawn(EnrollmentEnd)
    /// The bank says that it has ended.
    case bankEnded(EnrollmentEnd)
    /// The bank has ended it on our word.
    case endedAtBank
    /// The bank was read and still holds it.
    case checked(nextAt: Timestamp)
    /// The bank says, or lets it be seen, that it may not hold it any more: it is read now instead of within the day.
    case checkDue
    case cancel
    case expired
    case clockTick
}

/// An event that cannot come in this state.
public struct UnexpectedEnrollmentEvent: Error, Hashable, Sendable {
    public let state: EnrollmentState
    public let event: EnrollmentEvent
}

/// What follows from an event, beside the new state; stored with it.
public enum EnrollmentEffect: Hashable, Sendable {
    /// Tell the merchant.
    case notifyMerchant
    /// Intents that wait for an approval under this enrollment end.
    case endPendingIntents
}
