import ChaveBase
import ChavePixModel
public import PaymentsModel
public import Webhooks

extension StorageSample {
    public static let fieldKey = FieldKey(id: "k1", secret: Array(repeating: 7, count: 32))

    public func endpoint(
        _ index: UInt64 = 1,
        url: String? = nil,
        events: [String]? = nil,
        bearer: String? = nil
    ) -> WebhookEndpoint {
        let id: WebhookID = id(index)
        let secret = Array(repeating: UInt8(truncatingIfNeeded: index), count: 32)
        let random: (Int) -> [UInt8] = { Array(repeating: 3, count: $0) }
        let sealed = try? Self.fieldKey.sealSecret(secret, field: "webhook/\(id.text)/secret", randomBytes: random)
        let token = try? bearer.map {
            try Self.fieldKey.sealSecret(Array($0.utf8), field: "webhook/\(id.text)/bearer", randomBytes: random)
        }
        guard let sealed else { preconditionFailure("32 bytes can be sealed") }
        return WebhookEndpoint(
            id: id,
            organisation: organisation.id,
            createdBy: self.id(1),
            createdAt: Self.start,
            url: url ?? "https://loja.example/hooks/\(index)",
            events: events,
            description: nil,
            secret: sealed,
            bearer: token ?? nil
        )
    }

    /// What the receiver of `endpoint(index)` keeps.
    public func secret(_ index: UInt64 = 1) -> WebhookSecret {
        guard let secret = WebhookSecret(bytes: Array(repeating: UInt8(truncatingIfNeeded: index), count: 32)) else {
            preconditionFailure("32 bytes are a secret")
        }
        return secret
    }

    /// Events of one object, in one change.
    public func events(_ names: String..., of object: UInt64 = 1, type: String = "enrollment.created") -> Change {
        var change = Change()
        change.events = names.map { event($0, of: .enrollment(id(object)), type: type) }
        return change
    }
}
