public import ChaveBase

/// The time limits of a payment (Payments API, section 6).
public enum PaymentIntentRules {
    /// How long the platform tries to create a consent before it gives the intent up.
    public static let consentWithinSeconds: Int64 = 5 * 60
    /// The lifetime of a consent that waits for its approval, from its creation, whatever expiry the bank names.
    public static let consentLivesSeconds: Int64 = 5 * 60
    /// How much earlier than the bank the platform stops accepting an approval.
    public static let stopsBeforeBankSeconds: Int64 = 10
    /// How long a payment is repeated: banks accept its end-to-end id for 12 h, and a retry stays clear of that limit.
    public static let repeatsPaymentForSeconds: Int64 = 11 * 60 * 60
    /// How long after the refusal of a repeated payment the bank must still list no payment, before it counts.
    public static let doubtsRefusalForSeconds: Int64 = 60
    /// The time in which the bank must list all payments of a schedule, once sent; then those that it lists count.
    public static let doubtsPartialListForSeconds: Int64 = 60 * 60

    /// How often a schedule is compared with the bank's payments, when the bank reports no change.
    public static let schedulesCheckedEverySeconds: Int64 = 24 * 60 * 60

    /// The time until which no other worker can have sent the payment too.
    ///
    /// This time is shorter than the worker's hold of 30 s, because clocks differ.
    package static func alone(since sentAt: Timestamp) -> Timestamp { sentAt.adding(seconds: 20) }

    /// The deadline for sending the payment: 2 min after the device received 204.
    public static func paymentLeavesBy(approvedAt: Timestamp) -> Timestamp {
        approvedAt.adding(seconds: 2 * 60)
    }

    /// The deadline for accepting an approval.
    package static func approvalBy(_ consent: PaymentIntent.ConsentRecord) -> Timestamp {
        min(consent.expiresAt, consent.createdAt.adding(seconds: consentLivesSeconds))
            .adding(seconds: -stopsBeforeBankSeconds)
    }
}
