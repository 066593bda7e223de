public import ChaveBase

/// A call that the client has prepared and perhaps sent, and whose final response is not known yet.
///
/// The client stores its exact bytes sealed beside the keys; `PixClient.resumePending()` continues it.
public struct PendingRequest: Hashable, Sendable {
    /// The changes that a call can request.
    public enum Operation: String, Hashable, Sendable, CaseIterable {
        /// Create an enrollment.
        case createEnrollment = "create_enrollment"
        /// Send the parameters of the bank's callback.
        case completeRedirection = "complete_redirection"
        /// Register a credential.
        case confirmEnrollment = "confirm_enrollment"
        /// Cancel an enrollment.
        case cancelEnrollment = "cancel_enrollment"
        /// Create a payment intent.
        case createPaymentIntent = "create_payment_intent"
        /// Move money.
        case authorizePaymentIntent = "authorize_payment_intent"
        /// Cancel a payment.
        case cancelPaymentIntent = "cancel_payment_intent"
    }

    /// The requested operation.
    public var operation: Operation
    /// The key under which the server knows the call, the same in every try.
    public var idempotencyKey: String
    /// The object of the call; `nil` when the call was to create it.
    public var resource: UnknownOutcome.Resource?
    /// The time at which the client built and stored the call.
    public var createdAt: Timestamp
}
