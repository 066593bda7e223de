public import ChaveBase

/// A call that was made ready, and perhaps sent, but whose final answer is not known yet.
///
/// The client keeps its exact bytes sealed beside the keys; `PixClient.resumePending()` goes on with them.
public struct PendingRequest: Hashable, Sendable {
    /// What was to change something.
    public enum Operation: String, Hashable, Sendable, CaseIterable {
        /// An enrollment was to be made.
        case createEnrollment = "create_enrollment"
        /// The bank's callback was to be handed on.
        case completeRedirection = "complete_redirection"
        /// A credential was to be registered.
        case confirmEnrollment = "confirm_enrollment"
        /// An enrollment was to be given up.
        case cancelEnrollment = "cancel_enrollment"
        /// A payment was to be prepared.
        case createPaymentIntent = "create_payment_intent"
        /// Money was to be moved.
        case authorizePaymentIntent = "authorize_payment_intent"
        /// A payment was to be given up.
        case cancelPaymentIntent = "cancel_payment_intent"
    }

    /// What it was to do.
    public var operation: Operation
    /// Under which the server knows it; the same in every try.
    public var idempotencyKey: String
    /// What the call is about, where that existed before it.
    public var resource: UnknownOutcome.Resource?
    /// When it was built and kept.
    public var createdAt: Timestamp
}
