public import ChaveBase

/// The time limits of a payment (Payments API, section 6).
public enum PaymentIntentRules {
    /// How long a consent is tried for before the intent is given up.
    public static let consentWithinSeconds: Int64 = 5 * 60
    /// A consent that waits for its approval lives that long from its creation, whatever expiry the bank names.
    public static let consentLivesSeconds: Int64 = 5 * 60
    /// How much earlier than the bank we stop accepting an approval.
    public static let stopsBeforeBankSeconds: Int64 = 10
    /// Banks keep idempotency keys for 24 h; a payment is not repeated near that edge.
    public static let repeatsPaymentForSeconds: Int64 = 20 * 60 * 60

    /// Until when nobody else can have sent the payment too: shorter than its hold of 30 s, for clocks that differ.
    static func alone(since sentAt: Timestamp) -> Timestamp { sentAt.adding(seconds: 20) }

    /// A payment leaves at most 2 min after the device was told 204.
    public static func paymentLeavesBy(approvedAt: Timestamp) -> Timestamp {
        approvedAt.adding(seconds: 2 * 60)
    }

    /// Until when an approval is accepted.
    static func approvalBy(_ consent: PaymentIntent.ConsentRecord) -> Timestamp {
        min(consent.expiresAt, consent.createdAt.adding(seconds: consentLivesSeconds))
            .adding(seconds: -stopsBeforeBankSeconds)
    }
}
