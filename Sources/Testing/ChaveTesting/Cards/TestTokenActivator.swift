public import App2App
import ChaveBase

/// An issuer's backend in memory: it answers as a test says, and keeps what it was asked.
///
/// An activation happens once for each idempotency key, as a backend must have it.
public final class TestTokenActivator: TokenActivator {
    /// What it was asked, without the payload.
    ///
    /// It may gain cases in any minor release; switch with a default.
    public enum Call: Hashable, Sendable {
        /// What the holder is shown.
        case preview
        /// To make a token active, under this key.
        case activate(idempotencyKey: String)
        /// Told that the holder said no, under this key.
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

    /// A card of Ana's, in a wallet that the tests know.
    public static let standardPreview = TokenActivationPreview(
        cardName: "Cartão Aurora",
        lastFour: "1234",
        network: "VISA",
        walletName: "Carteira Um",
        deviceName: "Telefone de Ana"
    )

    /// A backend that shows this card and makes its token active.
    public init(preview: TokenActivationPreview = TestTokenActivator.standardPreview) {
        state = Locked(State(preview: .success(preview), activation: .success(ActivatedToken(activationID: "test-1"))))
    }

    /// What it was asked, the oldest first.
    public var calls: [Call] { state.withLock { $0.calls } }

    /// How many tokens it has made active: one for each idempotency key, however often that came.
    public var activations: Int { state.withLock { $0.activated.count } }

    /// What a preview is answered with from now on.
    public func setPreview(_ preview: Result<TokenActivationPreview, TokenActivatorError>) {
        state.withLock { $0.preview = preview }
    }

    /// What an activation is answered with from now on; with a failure nothing becomes active.
    public func setActivation(_ activation: Result<ActivatedToken, TokenActivatorError>) {
        state.withLock { $0.activation = activation }
    }

    /// What a decline is answered with from now on.
    public func setDecline(_ decline: Result<Void, TokenActivatorError>) { state.withLock { $0.decline = decline } }

    /// The next activations happen and their answers are lost: `.outcomeUnknown`.
    public func loseAnswers(_ count: Int = 1) { state.withLock { $0.lostAnswers += max(0, count) } }

    /// Answers as ``setPreview(_:)`` has it.
    public func preview(
        _ payload: App2AppTokenActivationPayload
    ) async throws(TokenActivatorError) -> TokenActivationPreview {
        let answer = state.withLock { state in
            state.calls.append(.preview)
            return state.preview
        }
        return try answer.get()
    }

    /// Makes the token active once for each key, as far as ``setActivation(_:)`` has it.
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

    /// Answers as ``setDecline(_:)`` has it.
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
