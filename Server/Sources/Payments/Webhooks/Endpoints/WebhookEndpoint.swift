public import ChaveBase
public import ChavePixModel
public import PaymentsCore

/// Where a merchant wants to hear of events.
public struct WebhookEndpoint: Hashable, Sendable, Codable {
    public let id: WebhookID
    public let organisation: OrganisationID
    public let createdBy: APIKeyID
    public let createdAt: Timestamp
    public var updatedAt: Timestamp
    /// Rises by one with each change that a merchant makes; the store refuses a change of an older one.
    public var version: Int64
    public var url: String
    /// Types such as `payment_intent.succeeded`; `nil`: all of them, also those that are added later.
    public var events: [String]?
    public var description: String?
    public var standing: Standing
    /// The newest first; every delivery is signed with each that still lives.
    public var secrets: [Secret]
    /// What is sent as `Authorization: Bearer`, sealed.
    public var bearer: SealedSecret?
    /// Moved by the worker alone, so it is no part of a merchant's change.
    public var health: EndpointHealth

    public enum Standing: Hashable, Sendable, Codable {
        case enabled
        case disabled(Reason, at: Timestamp)

        public enum Reason: String, Hashable, Sendable, Codable, CaseIterable {
            case byMerchant = "by_merchant"
            /// It answered 410.
            case gone
            /// Nothing but failures for five days.
            case failing
        }
    }

    public struct Secret: Hashable, Sendable, Codable {
        public let sealed: SealedSecret
        /// `nil` for the current one.
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

    /// Whether it wants to hear of an event of that type.
    public func wants(_ type: String) -> Bool { events?.contains(type) ?? true }

    /// Secrets that a delivery at `now` is signed with.
    func secrets(at now: Timestamp) -> [Secret] { secrets.filter { $0.livesUntil.map { now < $0 } ?? true } }

    /// How long the old secret still signs after a rotation, unless the merchant says otherwise.
    public static let rotationSeconds: Int64 = 24 * 60 * 60

    /// So many secrets sign at once at most.
    static let mostSecrets = 4

    /// Puts a new secret in front; the one before it lives for `overlapSeconds` more.
    ///
    /// Older ones keep their own end, because the receiver may still have one of them: whoever lost the answer to a
    /// rotation rotates again. Without an overlap all of them end now: that is for a secret that somebody else knows.
    mutating func rotate(to sealed: SealedSecret, overlapSeconds: Int64, at now: Timestamp) {
        let older = secrets(at: now).map { old in
            Secret(sealed: old.sealed, livesUntil: old.livesUntil ?? now.adding(seconds: overlapSeconds))
        }
        let fresh = Secret(sealed: sealed, livesUntil: nil)
        secrets = [fresh] + (overlapSeconds > 0 ? older.prefix(WebhookEndpoint.mostSecrets - 1) : [])
    }
}
