public import ChavePixModel

extension PaymentIntent {
    /// PENDING, PROCESSING, SUCCEEDED, FAILED or CANCELED (Payments API, section 6).
    public var status: PaymentIntentStatus {
        switch state {
        case .created, .consented, .awaitingApproval, .lapsing: .pending
        case .approved, .authorising, .paying, .settling: .processing
        case .succeeded: .succeeded
        case .ended(let end): end.outcome == .failed ? .failed : .canceled
        }
    }

    /// The one charge of the intent ends with it.
    public var chargeStatus: ChargeStatus {
        switch state {
        case .created, .consented, .awaitingApproval, .lapsing, .approved, .authorising, .paying, .settling: .pending
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
        case .created, .consented, .awaitingApproval, .lapsing, .approved, .authorising, .paying, .settling: false
        }
    }
}
