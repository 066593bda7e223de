public import ChaveBase
public import ChavePixModel

extension PaymentIntent {
    /// PENDING, PROCESSING, SCHEDULED, SUCCEEDED, FAILED or CANCELED (Payments API, section 6).
    public var status: PaymentIntentStatus {
        switch state {
        case .created, .consented, .awaitingApproval, .lapsing: .pending
        case .authorising, .paying, .settling: .processing
        case .scheduled: .scheduled
        case .succeeded: .succeeded
        case .ended(let end): end.outcome == .failed ? .failed : .canceled
        }
    }

    /// Whether the platform can still give the intent up: nobody has approved it, and its time has not run out.
    ///
    /// After its time has run out, only the bank's consent decides (docs/decisions/0009).
    public var canBeGivenUp: Bool {
        switch state {
        case .created, .consented, .awaitingApproval: true
        case .lapsing, .authorising, .paying, .settling, .scheduled, .succeeded, .ended: false
        }
    }

    /// Whether a cancellation would be taken now: of the whole before the approval, of what is left of a schedule later.
    public func canBeCancelled(at now: Timestamp) -> Bool {
        guard case .scheduled = state, let schedule else { return canBeGivenUp }
        return schedule.canBeCancelled(at: now)
    }

    /// The status of the intent's charge, which ends with the intent; of a schedule that of the first charge.
    public var chargeStatus: ChargeStatus {
        if let first = schedule?.charges.first { return first.status }
        return switch state {
        case .created, .consented, .awaitingApproval, .lapsing, .authorising, .paying, .settling, .scheduled: .pending
        case .succeeded: .succeeded
        case .ended: .failed
        }
    }

    public var end: PaymentIntentEnd? {
        guard case .ended(let end) = state else { return nil }
        return end
    }

    public var isAtEnd: Bool {
        switch state {
        case .succeeded, .ended: true
        case .created, .consented, .awaitingApproval, .lapsing, .authorising, .paying, .settling, .scheduled: false
        }
    }
}
