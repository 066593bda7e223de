public import ChaveBase

/// An event of an enrollment: a response of the bank, a call of the merchant or the device, or the passing of time.
public enum EnrollmentEvent: Hashable, Sendable {
    /// The bank made its enrollment.
    case bankCreated
    case signalsAccepted(deadline: Timestamp)
    /// The bank gave the address to send the holder to.
    case redirectReady
    /// A callback whose `id_token` is valid.
    case callback(code: Sealed, deadline: Timestamp)
    /// A callback that carries a refusal, or whose `id_token` is invalid.
    case callbackFailed(EnrollmentEnd)
    /// The token exchange is about to be sent.
    case exchangeMarked
    case tokens(Sealed)
    case holderConfirmed(deadline: Timestamp)
    case options(EnrollmentState.Registration, deadline: Timestamp)
    case attestation(Sealed, deadline: Timestamp)
    /// The registration is about to be sent.
    case registrationMarked
    case registered(checkAt: Timestamp)
    /// The bank refused the current step and thereby ended its enrollment.
    case refused(EnrollmentEnd)
    /// The platform cannot continue: the enrollment ends once the bank has ended it.
    case withdrawn(EnrollmentEnd)
    /// The bank reports that the enrollment has ended.
    case bankEnded(EnrollmentEnd)
    /// The bank has ended the enrollment on our request.
    case endedAtBank
    /// The platform read the enrollment at the bank, and the bank still has it.
    case checked(nextAt: Timestamp)
    /// The bank reports or shows that it may not have the enrollment any more.
    ///
    /// The platform reads the enrollment now instead of within the day.
    case checkDue
    case cancel
    case expired
    case clockTick
}

/// An event that is impossible in this state.
public struct UnexpectedEnrollmentEvent: Error, Hashable, Sendable {
    public let state: EnrollmentState
    public let event: EnrollmentEvent

    package init(state: EnrollmentState, event: EnrollmentEvent) {
        self.state = state
        self.event = event
    }
}

/// A consequence of an event beside the new state; stored with that state.
public enum EnrollmentEffect: Hashable, Sendable {
    /// Notify the merchant.
    case notifyMerchant
    /// End the intents that wait for an approval under this enrollment.
    case endPendingIntents
}
