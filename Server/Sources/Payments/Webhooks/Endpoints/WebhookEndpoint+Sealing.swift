import ChaveBase
import ChavePixModel
import PaymentsModel

extension WebhookEndpoint {
    /// The field name that binds a sealed secret to its endpoint, so that another row cannot use the secret.
    static func secretField(_ id: WebhookID) -> String { "webhook/\(id.text)/secret" }
    static func bearerField(_ id: WebhookID) -> String { "webhook/\(id.text)/bearer" }

    /// The secrets that sign at `now`, the newest first.
    func openSecrets(with key: FieldKey, at now: Timestamp) throws(SealingError) -> [WebhookSecret] {
        try secrets(at: now).map { stored throws(SealingError) in
            let field = WebhookEndpoint.secretField(id)
            guard let secret = WebhookSecret(bytes: try key.openSecret(stored.sealed, field: field)) else {
                throw .damaged(field: "webhook secret")
            }
            return secret
        }
    }

    func openBearer(with key: FieldKey) throws(SealingError) -> String? {
        guard let bearer else { return nil }
        return String(decoding: try key.openSecret(bearer, field: WebhookEndpoint.bearerField(id)), as: UTF8.self)
    }
}
