public import ChaveBase
public import ChavePixModel

/// The stored record of one `Idempotency-Key` (Payments API, section 8).
public struct IdempotencyRecord: Hashable, Sendable, Codable {
    /// SHA-256 over organisation, bound customer or device, method, route and key.
    public let scope: Digest
    public let organisation: OrganisationID
    /// SHA-256 over method, path, query and raw body.
    public let fingerprint: Digest
    public let createdAt: Timestamp
    /// The object that the request made or works on, so that a later retry continues with it.
    public var object: ObjectReference?
    /// The time until which no other request may take over, while a request is working.
    ///
    /// `nil` when the owner gave up.
    public var heldUntil: Timestamp?
    public var outcome: Outcome?

    /// The first response, sealed with the key of the customer that it describes.
    public struct Outcome: Hashable, Sendable, Codable {
        public var status: Int
        public var body: Sealed
        public var customer: CustomerID?

        public init(status: Int, body: Sealed, customer: CustomerID?) {
            self.status = status
            self.body = body
            self.customer = customer
        }
    }

    public init(
        scope: Digest,
        organisation: OrganisationID,
        fingerprint: Digest,
        createdAt: Timestamp,
        object: ObjectReference?,
        heldUntil: Timestamp?,
        outcome: Outcome? = nil
    ) {
        self.scope = scope
        self.organisation = organisation
        self.fingerprint = fingerprint
        self.createdAt = createdAt
        self.object = object
        self.heldUntil = heldUntil
        self.outcome = outcome
    }
}

/// One request's lease on a key.
///
/// The lease counts until `heldUntil`, and ends earlier when another request takes over.
public struct IdempotencyHold: Hashable, Sendable {
    public let scope: Digest
    public let heldUntil: Timestamp

    public init(scope: Digest, heldUntil: Timestamp) {
        self.scope = scope
        self.heldUntil = heldUntil
    }
}

/// A reference to one stored object.
public enum ObjectReference: Hashable, Sendable, Codable {
    case enrollment(EnrollmentID)
    case paymentIntent(PaymentIntentID)
    case customer(CustomerID)
    case bankAccount(BankAccountID)
    case app(AppID)
    case apiKey(APIKeyID)
}
