/// The port to the issuer's backend, which alone makes a token active.
///
/// ``HTTPTokenActivator`` is the one for this project's server; an issuer with another backend writes its own. What it
/// throws must hold nothing of the payload.
public protocol TokenActivator: Sendable {
    /// What the holder is shown before the question; it changes nothing.
    func preview(
        _ payload: App2AppTokenActivationPayload
    ) async throws(TokenActivatorError) -> TokenActivationPreview

    /// Makes the token active, and returns only when the backend has said that it is.
    ///
    /// `idempotencyKey` is the same for each try of one request.
    func activate(
        _ payload: App2AppTokenActivationPayload,
        idempotencyKey: String
    ) async throws(TokenActivatorError) -> ActivatedToken

    /// Tells that the holder said no.
    func decline(_ payload: App2AppTokenActivationPayload, idempotencyKey: String) async throws(TokenActivatorError)
}
