import App2App

/// Records the issuer's server's answers to a request, for the later report.
final class RecordedActivator: TokenActivator {
    /// The known facts of the request.
    struct Record: Sendable {
        var preview: TokenActivationPreview?
        /// Whether the call that activates the token was begun: from then on the token may be active.
        var mayBeActive = false
        var activationID: String?
    }

    private let activator: any TokenActivator
    private let kept = Mutexed(Record())

    init(_ activator: any TokenActivator) { self.activator = activator }

    var record: Record { kept.value }

    func preview(
        _ payload: App2AppTokenActivationPayload
    ) async throws(TokenActivatorError) -> TokenActivationPreview {
        let preview = try await activator.preview(payload)
        kept.value = Record(preview: preview)
        return preview
    }

    func activate(
        _ payload: App2AppTokenActivationPayload,
        idempotencyKey: String
    ) async throws(TokenActivatorError) -> ActivatedToken {
        kept.change { $0.mayBeActive = true }
        let token = try await activator.activate(payload, idempotencyKey: idempotencyKey)
        kept.change { $0.activationID = token.activationID }
        return token
    }

    func decline(
        _ payload: App2AppTokenActivationPayload,
        idempotencyKey: String
    ) async throws(TokenActivatorError) {
        try await activator.decline(payload, idempotencyKey: idempotencyKey)
    }
}
