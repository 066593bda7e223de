/// The port to the issuer's backend, which alone makes a token active.
///
/// ``HTTPTokenActivator`` is the implementation for this project's server; an issuer with another backend writes its
/// own. Its errors must contain nothing of the payload.
public protocol TokenActivator: Sendable {
    /// The data to show before the question; the call changes nothing.
    func preview(
        _ payload: App2AppTokenActivationPayload
    ) async throws(TokenActivatorError) -> TokenActivationPreview

    /// Makes the token active, and returns only after the backend has confirmed this.
    ///
    /// `idempotencyKey` is the same for each try of one request.
    func activate(
        _ payload: App2AppTokenActivationPayload,
        idempotencyKey: String
    ) async throws(TokenActivatorError) -> ActivatedToken

    /// Reports that the holder refused.
    func decline(_ payload: App2AppTokenActivationPayload, idempotencyKey: String) async throws(TokenActivatorError)
}
