public import ChaveBase
public import ChavePixModel

/// All tokens that descend from one Basic call for a device: one refresh token of a family is alive at a time.
///
/// A refresh token used a second time, later than the grace for a lost answer, ends the family: somebody has a copy.
public struct TokenFamily: Hashable, Sendable, Codable {
    public let id: String
    public let organisation: OrganisationID
    public let apiKey: APIKeyID
    /// The customer that the merchant bound the tokens to.
    public let customer: CustomerID?
    public let createdAt: Timestamp
    /// 24 h after the Basic call, however often it was refreshed.
    public let expiresAt: Timestamp
    /// The refresh token that works now.
    public var current: IssuedPair
    /// What was refreshed into `current`, and by whom, so that the same device may ask again when its answer was lost.
    public var previous: SpentRefresh?
    public var isRevoked: Bool

    public struct IssuedPair: Hashable, Sendable, Codable {
        public var accessID: String
        public var refreshID: String
        public var issuedAt: Timestamp

        public init(accessID: String, refreshID: String, issuedAt: Timestamp) {
            self.accessID = accessID
            self.refreshID = refreshID
            self.issuedAt = issuedAt
        }
    }

    public struct SpentRefresh: Hashable, Sendable, Codable {
        public var refreshID: String
        public var spentAt: Timestamp
        public var device: Digest?

        public init(refreshID: String, spentAt: Timestamp, device: Digest?) {
            self.refreshID = refreshID
            self.spentAt = spentAt
            self.device = device
        }
    }

    public init(
        id: String,
        organisation: OrganisationID,
        apiKey: APIKeyID,
        customer: CustomerID?,
        createdAt: Timestamp,
        expiresAt: Timestamp,
        current: IssuedPair,
        previous: SpentRefresh? = nil,
        isRevoked: Bool = false
    ) {
        self.id = id
        self.organisation = organisation
        self.apiKey = apiKey
        self.customer = customer
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.current = current
        self.previous = previous
        self.isRevoked = isRevoked
    }
}
