import App2App

/// A backend that answers as it was told to, and keeps what it was asked.
final class FakeBackend: TokenActivator {
    let calls = Recorded<String>()
    let keys = Recorded<String>()
    private let previewed: Result<TokenActivationPreview, TokenActivatorError>
    private let activated: Result<ActivatedToken, TokenActivatorError>
    private let gate: Gate?

    /// An activation waits for the gate, where there is one.
    init(
        previewed: Result<TokenActivationPreview, TokenActivatorError> = .success(Sample.preview),
        activated: Result<ActivatedToken, TokenActivatorError> = .success(ActivatedToken()),
        gate: Gate? = nil
    ) {
        self.previewed = previewed
        self.activated = activated
        self.gate = gate
    }

    func preview(
        _ payload: App2AppTokenActivationPayload
    ) async throws(TokenActivatorError) -> TokenActivationPreview {
        calls.add("preview")
        return try previewed.get()
    }

    func activate(
        _ payload: App2AppTokenActivationPayload,
        idempotencyKey: String
    ) async throws(TokenActivatorError) -> ActivatedToken {
        calls.add("activate")
        keys.add(idempotencyKey)
        await gate?.pass()
        return try activated.get()
    }

    func decline(_ payload: App2AppTokenActivationPayload, idempotencyKey: String) async throws(TokenActivatorError) {
        calls.add("decline")
        keys.add(idempotencyKey)
    }
}
