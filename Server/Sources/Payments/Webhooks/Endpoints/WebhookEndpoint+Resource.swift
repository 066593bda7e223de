import ChaveBase
import ChavePixModel
import PaymentsModel

extension WebhookEndpoint {
    /// The endpoint as responses show it; `secret` is set only when the secret has just been made.
    func resource(secret: WebhookSecret?, at now: Timestamp) -> WebhookResource {
        var disabled: (reason: String, at: Timestamp)?
        if case .disabled(let reason, let time) = standing { disabled = (reason.rawValue, time) }
        return WebhookResource(
            id: id,
            createdAt: createdAt,
            updatedAt: updatedAt,
            url: url,
            events: events ?? [],
            description: description,
            hasBearerToken: bearer != nil,
            status: isEnabled ? "enabled" : "disabled",
            disabledReason: disabled?.reason,
            disabledAt: disabled?.at,
            failingSince: health.failingSince,
            previousSecretExpiresAt: secrets(at: now).compactMap(\.livesUntil).max(),
            secret: secret?.text
        )
    }
}

extension WebhookDelivery {
    /// The delivery as responses show it; lists omit the attempts.
    func resource(attempts: [WebhookAttempt]?) -> WebhookDeliveryResource {
        WebhookDeliveryResource(
            id: id,
            webhook: endpoint,
            webhookID: event.id.text,
            type: event.type,
            objectID: event.objectID.text,
            createdAt: createdAt,
            status: status.rawValue,
            attemptCount: Int64(self.attempts),
            nextAttemptAt: nextAt,
            endedAt: endedAt,
            attempts: attempts?.map { attempt in
                WebhookAttemptResource(
                    number: Int64(attempt.number),
                    at: attempt.at,
                    milliseconds: attempt.milliseconds,
                    status: attempt.status.map(Int64.init),
                    error: attempt.failure?.rawValue
                )
            }
        )
    }
}
