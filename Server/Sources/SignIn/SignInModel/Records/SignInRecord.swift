public import ChaveBase
public import ChaveWire

/// A stored record of sign-in: a user, a client, a grant, a code.
///
/// The content is sealed as a whole, so a database can look it up only by its indexes.
public protocol SignInRecord: Sendable {
    /// The record's kind; it is stored, so it must never change.
    static var kind: String { get }

    var tenant: TenantID { get }
    /// An id that is unique among the records of its kind and tenant.
    var recordID: String { get }
    var indexes: [RecordIndex] { get }
    /// The time from which the record may be removed; `nil` for never.
    ///
    /// The record's own rules decide whether it still counts; see `SignIn.removeExpired()`.
    var expiresAt: Timestamp? { get }

    /// The record's values that its key does not contain.
    var content: JSONObject { get }

    /// - Throws: ``SignInFault/damaged(kind:)`` where this version does not write such content.
    init(tenant: TenantID, recordID: String, content: JSONObject) throws(SignInFault)
}

/// A value that a record can be found by, besides its id.
public struct RecordIndex: Hashable, Sendable {
    public var name: String
    public var value: String
    /// Whether the value is unique among the kind's records: of the tenant, or of all tenants if global.
    public var isUnique: Bool
    /// Whether the index finds records without their tenant.
    public var isGlobal: Bool

    public init(_ name: String, _ value: String, isUnique: Bool = false, isGlobal: Bool = false) {
        self.name = name
        self.value = value
        self.isUnique = isUnique
        self.isGlobal = isGlobal
    }
}

/// A failure of the server; the caller may try again.
public enum SignInFault: Error, Sendable {
    /// The database gave no answer, or a wrong one.
    case storage(underlying: any Error)
    /// A record's bytes were changed in the database, or sealed by a key that is gone.
    case damaged(kind: String)
    /// The cryptographic library failed to sign.
    case signing(underlying: any Error)
    /// Concurrent commits changed the same records too often in a row.
    case contended
}
