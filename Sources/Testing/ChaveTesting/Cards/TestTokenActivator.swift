public import App2App
import ChaveBase

/// An issuer's backend in memory: it responds as a test says and records its calls.
///
/// The backend activates once for each idempotency key, as every backend must.
public final class TestTokenActivator: TokenActivator {
    /// A call to the backend, without the payload.
    ///
    /// It may gain cases in any minor release; switch with a default.
    public enum Call: Hashable, Sendable {
        /// Asks for the preview for the card holder.
        case preview
        /// Activates a token under this key.
        case activate(idempotencyKey: String)
        /// Reports under this key that the holder declined.
        case decline(idempotencyKey: String)
    }

    private struct State {
        var preview: Result<TokenActivationPreview, TokenActivatorError>
        var activation: Result<ActivatedToken, TokenActivatorError>
        var decline: Result<Void, TokenActivatorError> = .success(())
        var calls: [Call] = []
        var lostAnswers = 0
        var activated: Set<String> = []
    }

    private let state: Locked<State>

    /// A card of Ana in the tests' wallet.
    public static let standardPreview = TokenActivationPreview(
        cardName: "Cartão Aurora",
        lastFour: "1234",
        network: "VISA",
        walletName: "Carteira Um",
        deviceName: "Telefone de Ana"
    )

    /// Creates a backend that shows this card and activates its token.
    public init(preview: TokenActivationPreview = TestTokenActivator.standardPreview) {
        state = Locked(State(preview: .success(preview), activation: .success(ActivatedToken(activationID: "test-1"))))
    }

    /// All calls to the backend, the oldest first.
    public var calls: [Call] { state.withLock { $0.calls } }

    /// The number of activated tokens: one for each idempotency key, whatever the number of its calls.
    public var activations: Int { state.withLock { $0.activated.count } }

    /// Sets the result of later previews.
    public func setPreview(_ preview: Result<TokenActivationPreview, TokenActivatorError>) {
        state.withLock { $0.preview = preview }
    }

    /// Sets the result of later activations; after a failure no token is active.
    public func setActivation(_ activation: Result<ActivatedToken, TokenActivatorError>) {
        state.withLock { $0.activation = activation }
    }

    /// Sets the result of later declines.
    public func setDecline(_ decline: Result<Void, TokenActivatorError>) { state.withLock { $0.decline = decline } }

    /// Activates in the next `count` calls but loses their responses: `.outcomeUnknown`.
    public func loseAnswers(_ count: Int = 1) { state.withLock { $0.lostAnswers += max(0, count) } }

    /// Returns the result of ``setPreview(_:)``.
    public func preview(
        _ payload: App2AppTokenActivationPayload
    ) async throws(TokenActivatorError) -> TokenActivationPreview {
        let answer = state.withLock { state in
            state.calls.append(.preview)
            return state.preview
        }
        return try answer.get()
    }

    /// Activates the token once for each key, with the result of ``setActivation(_:)``.
    public func activate(
        _ payload: App2AppTokenActivationPayload,
        idempotencyKey: String
    ) async throws(TokenActivatorError) -> ActivatedToken {
        let answer = state.withLock { state -> Result<ActivatedToken, TokenActivatorError> in
            state.calls.append(.activate(idempotencyKey: idempotencyKey))
            guard case .success = state.activation else { return state.activation }
            state.activated.insert(idempotencyKey)
            guard state.lostAnswers > 0 else { return state.activation }
            state.lostAnswers -= 1
            return .failure(TokenActivatorError(.outcomeUnknown))
        }
        return try answer.get()
    }

    /// Returns the result of ``setDecline(_:)``.
    public func decline(
        _ payload: App2AppTokenActivationPayload,
        idempotencyKey: String
    ) async throws(TokenActivatorError) {
        let answer = state.withLock { state in
            state.calls.append(.decline(idempotencyKey: idempotencyKey))
            return state.decline
        }
        return try answer.get()
    }
}
