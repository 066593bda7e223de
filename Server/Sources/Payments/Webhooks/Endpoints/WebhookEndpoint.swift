public import ChaveBase
public import ChavePixModel
public import PaymentsModel

/// A merchant's receiver of events.
public struct WebhookEndpoint: Hashable, Sendable, Codable {
    public let id: WebhookID
    public let organisation: OrganisationID
    public let createdBy: APIKeyID
    public let createdAt: Timestamp
    public var updatedAt: Timestamp
    /// The version, which rises by one with each change by a merchant; the store refuses a change of an older version.
    public var version: Int64
    public var url: String
    /// Types such as `payment_intent.succeeded`; `nil` means all types, also types that are added later.
    public var events: [String]?
    public var description: String?
    public var standing: Standing
    /// The secrets, the newest first; every delivery is signed with each secret that is still valid.
    public var secrets: [Secret]
    /// The sealed token of the header `Authorization: Bearer`.
    public var bearer: SealedSecret?
    /// The endpoint's health, which only the worker changes, so that it is not part of a merchant's change.
    public var health: EndpointHealth

    public enum Standing: Hashable, Sendable, Codable {
        case enabled
        case disabled(Reason, at: Timestamp)

        public enum Reason: String, Hashable, Sendable, Codable, CaseIterable {
            case byMerchant = "by_merchant"
            /// The endpoint responded with 410.
            case gone
            /// Every attempt failed for five days.
            case failing
        }
    }

    public struct Secret: Hashable, Sendable, Codable {
        public let sealed: SealedSecret
        /// The end of the secret's validity; `nil` for the current secret.
        public var livesUntil: Timestamp?

        public init(sealed: SealedSecret, livesUntil: Timestamp?) {
            self.sealed = sealed
            self.livesUntil = livesUntil
        }
    }

    public init(
        id: WebhookID,
        organisation: OrganisationID,
        createdBy: APIKeyID,
        createdAt: Timestamp,
        url: String,
        events: [String]?,
        description: String?,
        secret: SealedSecret,
        bearer: SealedSecret?
    ) {
        self.id = id
        self.organisation = organisation
        self.createdBy = createdBy
        self.createdAt = createdAt
        updatedAt = createdAt
        version = 1
        self.url = url
        self.events = events
        self.description = description
        standing = .enabled
        secrets = [Secret(sealed: secret, livesUntil: nil)]
        self.bearer = bearer
        health = .good
    }

    public var isEnabled: Bool { standing == .enabled }

    /// Whether the endpoint subscribes to events of that type.
    public func wants(_ type: String) -> Bool { events?.contains(type) ?? true }

    /// The secrets that sign a delivery at `now`.
    func secrets(at now: Timestamp) -> [Secret] { secrets.filter { $0.livesUntil.map { now < $0 } ?? true } }

    /// How long the old secret still signs after a rotation, unless the merchant says otherwise.
    public static let rotationSeconds: Int64 = 24 * 60 * 60

    /// The largest number of secrets that sign at once.
    static let mostSecrets = 4

    /// Puts a new secret in front; the previous one remains valid for `overlapSeconds` more.
    ///
    /// Older secrets keep their own end, because the receiver may still have one of them. A caller that lost the
    /// response to a rotation rotates again. Without an overlap all of them end now, for the case that a secret has
    /// leaked.
    mutating func rotate(to sealed: SealedSecret, overlapSeconds: Int64, at now: Timestamp) {
        let older = secrets(at: now).map { old in
            Secret(sealed: old.sealed, livesUntil: old.livesUntil ?? now.adding(seconds: overlapSeconds))
        }
        let fresh = Secret(sealed: sealed, livesUntil: nil)
        secrets = [fresh] + (overlapSeconds > 0 ? older.prefix(WebhookEndpoint.mostSecrets - 1) : [])
    }
}
