public import ChaveBase
public import ChavePixModel

/// All tokens that descend from one Basic call for a device: one refresh token of a family is alive at a time.
///
/// A grace period covers an answer that was lost. A second use of a refresh token after that period ends the family: a
/// copy of the token exists.
public struct TokenFamily: Hashable, Sendable, Codable {
    public let id: String
    public let organisation: OrganisationID
    public let apiKey: APIKeyID
    /// The customer that the merchant bound the tokens to.
    public let customer: CustomerID?
    public let createdAt: Timestamp
    /// 24 h after the Basic call; a refresh does not extend it.
    public let expiresAt: Timestamp
    /// The refresh token that works now.
    public var current: IssuedPair
    /// The spent refresh token that led to `current`, with the device that used it.
    ///
    /// The same device may send this token again when it lost the answer.
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
