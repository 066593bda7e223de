public import ChavePixModel

/// A call that was made ready, and perhaps sent, but whose final answer is not known yet.
///
/// The client keeps its exact bytes sealed beside the keys; `PixClient.resumePending()` goes on with them.
public struct PendingRequest: Hashable, Sendable {
    public enum Operation: String, Hashable, Sendable, CaseIterable {
        case createEnrollment = "create_enrollment"
        case completeRedirection = "complete_redirection"
        case confirmEnrollment = "confirm_enrollment"
        case cancelEnrollment = "cancel_enrollment"
        case createPaymentIntent = "create_payment_intent"
        case authorizePaymentIntent = "authorize_payment_intent"
        case cancelPaymentIntent = "cancel_payment_intent"
    }

    public var operation: Operation
    public var idempotencyKey: String
    /// What the call is about, where that existed before it.
    public var resource: UnknownOutcome.Resource?
    public var createdAt: Timestamp
}
